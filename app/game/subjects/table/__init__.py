"""The table itself: set up, opened and closed, its limits, and who deals."""
