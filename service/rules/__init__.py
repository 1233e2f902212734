"""The rules of belote: pure functions over cards, calls and points, standard library only."""
