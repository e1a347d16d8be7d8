"""What is on offer to bettors: insurance, surrender, a double taken back."""
