"""A project's files become games, and everything that is wrong with them is told."""
