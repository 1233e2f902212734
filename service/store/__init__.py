"""The games' store: the only package that speaks to Redis."""
