"""PDF files: pages of sheets and of the rulebook, written as operators."""
