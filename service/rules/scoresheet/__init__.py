"""The score sheet of a table of real cards: deals as written down, scored by the rules of that table."""
