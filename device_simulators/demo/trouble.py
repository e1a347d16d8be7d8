"""What keeps the demo from starting or going on, in words for whoever started it."""


class Trouble(Exception):
    """The demo cannot be run as asked: says why and what to do."""
