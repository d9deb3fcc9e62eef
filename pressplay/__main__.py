"""`python -m pressplay` is the command `pressplay`."""

from .cli import program

program()
