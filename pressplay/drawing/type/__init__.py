"""Type for every script: what turns text into glyphs at places."""
