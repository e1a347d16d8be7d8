"""Alarms: what a person has to look at, raised from what tables, devices and the log tell; and who looks after it."""
