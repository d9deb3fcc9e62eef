"""`python -m pressplay` is the command `pressplay`."""

from pressplay.commands.program import program

program()
