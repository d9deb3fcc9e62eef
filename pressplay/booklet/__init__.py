"""The rulebook typeset: Markdown becomes pages with covers, contents, figures and rule ids."""
