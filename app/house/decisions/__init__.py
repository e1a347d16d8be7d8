"""What becomes of commands to the house, by what they are about."""
