"""What may be asked of a table: dealer."""

from app.game.core.records import Command


class Proceed(Command):
    """The dealer closes the open offers."""
