"""A game's numbers as charts, with what field types and rules ask for drawn in."""
