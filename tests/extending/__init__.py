"""What docs/extending.md says how to add is added to a copy of the program, and used there."""
