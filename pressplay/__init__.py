"""pressplay turns a game written as data and a rulebook into print-ready pages and virtual tables."""
