"""The face language, one module an element or family of elements."""
