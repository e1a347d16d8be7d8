"""Tablekeeper: the authoritative record of a live Pontoon table."""
