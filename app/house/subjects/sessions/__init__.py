"""Of the house: who signs in, signs and signs out."""
