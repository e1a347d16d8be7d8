"""Of the house: people."""
