"""English: the one catalogue of what may be said, and the phrases of which everything is made that people read."""
