"""Commands: each module holds a few that belong together, or what all of them share."""
