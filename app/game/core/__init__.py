"""What every subject builds on."""
