"""What each event makes of a table, by what it is about. Ignorant of rules."""
