"""The proof room: the game as it is now, seen and changed in a browser while it is written."""
