"""What a recorded round says to people: as a round script, as a story event by event, and as a summary."""
