"""How a command ends."""

CANNOT_WRITE = 1
REFUSED = 2
FOUND = 3
INTERRUPTED = 130
NOBODY_READS = 141


class Refusal(Exception):
    """A command that cannot be done: says what happened, where, and what to do."""
