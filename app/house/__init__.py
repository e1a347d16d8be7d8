"""The house: what is so whatever the table: devices, people, alarms, sets of cards. Pure, like the core."""
