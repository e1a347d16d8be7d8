"""The bot of the simulators against the core: its own pay table beside the settlement of the table."""
