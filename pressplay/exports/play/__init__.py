"""A table in one file: an offline page on which a game is set up and played."""
