"""What changed between two editions of a game, what depends on what, and what to print again."""
