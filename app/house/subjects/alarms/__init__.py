"""Of the house: alarms."""
