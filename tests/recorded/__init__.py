"""What an earlier version has recorded, kept as it was written: this one reads and settles it as that one did."""
