"""The dealer goes on: what is on offer is closed."""
