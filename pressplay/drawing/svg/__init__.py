"""SVG files as the world draws them, compiled into outlines."""
