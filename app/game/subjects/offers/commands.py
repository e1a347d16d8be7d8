"""What may be asked of a table: offers."""

from app.game.core.records import Command


class Insure(Command):
    """A bettor insures."""

    box: int
    player: str
    cents: int


class Surrender(Command):
    """The box surrenders."""

    box: int
