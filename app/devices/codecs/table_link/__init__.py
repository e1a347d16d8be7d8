"""Table Link version 1: frames, commands, answers and events (docs/devices/table-link.md)."""
