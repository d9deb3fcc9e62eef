"""A build: the stages in their order, what need not be made again, and the list of what was made."""
