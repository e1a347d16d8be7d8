"""What is put right afterwards: voids, reconstructions, corrections of the record."""
