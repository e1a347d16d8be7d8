"""What goes wrong with the embedded PostgreSQL, told to people."""

ELSEWHERE = "choose another folder with TABLEKEEPER_DATA"


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot be used: says what happened, where, and what to do."""
