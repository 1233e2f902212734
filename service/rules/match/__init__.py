"""The match: deals up to a target or a number of deals (MATCH-1 to MATCH-7)."""
