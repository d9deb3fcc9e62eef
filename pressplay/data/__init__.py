"""What the files say: nodes that know their line, loaders by suffix, field types, kinds and pieces."""
