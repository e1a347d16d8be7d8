"""Of the house: sets of cards."""
