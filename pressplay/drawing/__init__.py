"""The narrow waist and what it is made of: boxes, paths, colours, paints, fonts, icons, text, pictures."""
