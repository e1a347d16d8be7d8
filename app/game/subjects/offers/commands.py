"""What may be asked of a table: offers."""

from app.game.core.records import Command
from app.game.subjects.offers.fields import InsuredWager


class Insure(InsuredWager, Command):
    """A bettor insures."""


class Surrender(Command):
    """The box surrenders."""

    box: int
