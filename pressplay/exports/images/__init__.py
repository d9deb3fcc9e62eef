"""Images: pages of a PDF drawn into the cells of plates, and what is made of these."""
