"""A virtual table: what lies where, the steps of its set-up, and what they lead to."""
