"""Of the house: devices."""
