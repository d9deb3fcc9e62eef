"""Pictures placed on papers, with the marks that help to print and cut them."""
