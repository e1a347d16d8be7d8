"""What the dealer pays and takes, ticked off."""
