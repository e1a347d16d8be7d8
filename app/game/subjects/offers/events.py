"""What happens at a table: offers."""

from app.game.core.records import Event
from app.game.subjects.offers.fields import InsuredWager


class OffersAnswered(Event):
    """Offers that have their answers are not open any more: insurance and surrender of these, or the rescue."""

    insurance: tuple[tuple[int, str], ...] = ()
    """Whose insurance is not open any more: box and bettor."""
    surrender: tuple[int, ...] = ()
    """The boxes whose surrender is not open any more."""
    rescue: bool = False
    """Whether taking back a double is answered."""


class InsurancePlaced(InsuredWager, Event):
    """A bettor insured."""


class BoxSurrendered(Event):
    """The box surrendered."""

    box: int


class OffersReopened(Event):
    """Offers that had been missed are open."""

    insurance: tuple[tuple[int, str], ...]
    """Who may insure: box and bettor."""
    surrender: tuple[int, ...]
    """The boxes that may surrender."""
    clause: str
