"""The cards of a round, as they leave the shoe."""
