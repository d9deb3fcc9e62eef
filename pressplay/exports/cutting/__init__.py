"""Files for cutting machines: the outlines of a sheet's pieces."""
