"""Rounds that were dealt on paper, entered afterwards."""
