"""The executable rulebook: its rules with their checks, the sandbox they run in, and what was read."""
