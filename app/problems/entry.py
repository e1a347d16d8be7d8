"""What the catalogue says of a code."""

from typing import NamedTuple


class Entry(NamedTuple):
    """A code, its HTTP status, what happened, and what to do. `retry`: the same request may be sent again as it is."""

    code: str
    status: int
    text: str
    do: str
    retry: bool = False
