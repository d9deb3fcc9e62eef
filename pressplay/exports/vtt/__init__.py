"""virtualtabletop.io: a room with its widgets, routines and images in one .vtt file."""
