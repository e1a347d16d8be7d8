"""Live tables: the one writer of each, its lease, and what it does when it comes back."""
