"""What is decided for a hand in its turn: hit, stand, double, split."""
