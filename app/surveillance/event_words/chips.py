"""The chips in the tray, and the drop, in words."""

from app.game import events as e
from app.surveillance.event_words.moment import Moment, Words
from app.surveillance.plain import gain, listed, money


def _opened(event: e.FloatOpened, moment: Moment) -> str:
    return f"the float was counted in: {money(event.cents)}{_signed(event.by)}"


def _filled(event: e.FloatFilled, moment: Moment) -> str:
    return f"chips of {money(event.cents)} came to the float{_signed(event.by)}"


def _credited(event: e.FloatCredited, moment: Moment) -> str:
    return f"chips of {money(event.cents)} left the float for the house{_signed(event.by)}"


def _closed(event: e.FloatClosed, moment: Moment) -> str:
    counted = f"the float was counted out: {money(event.counted_cents)}{_signed(event.by)}"
    return f"{counted}; the record has {money(event.expected_cents)}, {_difference(event.exchanged_cents)}"


def _difference(exchanged_cents: int) -> str:
    """What the count says of chips that no record sees."""
    if exchanged_cents < 0:
        return f"which is {money(-exchanged_cents)} less than was there"
    return f"so that {money(exchanged_cents)} went for cash" if exchanged_cents else "which is the same"


def _drop(event: e.DropEntered, moment: Moment) -> str:
    if event.correction:
        return f"the drop of count {event.closing} was put right by {gain(event.cents)}{_signed(event.by)}"
    return f"the drop of count {event.closing} is {money(event.cents)}{_signed(event.by)}"


def _signed(by: tuple[str, str]) -> str:
    return f", signed by {listed(list(by))}"


WORDS: dict[type, Words] = {
    e.FloatOpened: _opened,
    e.FloatFilled: _filled,
    e.FloatCredited: _credited,
    e.FloatClosed: _closed,
    e.DropEntered: _drop,
}
