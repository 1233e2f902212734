"""A game: deals up to the end of the match, as facts, with what each seat may see and do."""
