"""Table Link, version 1, point to point, as the device has it."""
