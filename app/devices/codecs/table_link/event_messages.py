"""Events: what a device tells, with the number that it goes by for ever."""

import struct
from collections.abc import Callable
from typing import Final, NamedTuple

from app.devices import observations as seen
from app.devices.observations import Observation
from app.game.core.cards import Card, parse_card

EVENT: Final = 0xE0
_HEAD: Final = struct.Struct("<BIQB")
_RANKS: Final = " A23456789TJQK"
_SUITS: Final = " DCSH"
_BOOTS: Final = (
    None,
    seen.Started("power"),
    seen.Started("reset"),
    seen.Started("watchdog"),
    seen.Started("memory_lost"),
)
_HOLE_ANSWERS: Final = ("no_blackjack", "blackjack", "not_read")
_LAST_MS: Final = 253_402_300_799_999  # the year 9999: no clock and no database goes on after it
_LAST_COUNTER: Final = 0xFFFF_FFFE  # there is always one more to ask for


class Event(NamedTuple):
    """One event as it stood in a frame; `raw` is all of it, unstuffed."""

    code: int
    counter: int
    time_ms: int
    body: bytes
    raw: bytes

    def __repr__(self) -> str:
        return f"Event({self.counter})"

    @property
    def device_us(self) -> int | None:
        """When it happened by the device's clock, if that was ever set."""
        return self.time_ms * 1000 if 0 < self.time_ms <= _LAST_MS else None


def split_events(data: bytes) -> tuple[Event, ...] | None:
    """The events that these bytes hold, or None: they do not fill them exactly."""
    events = []
    at = 0
    while at < len(data):
        if len(data) - at < _HEAD.size:
            return None
        code, counter, time_ms, length = _HEAD.unpack_from(data, at)
        end = at + _HEAD.size + length
        if end > len(data) or not 1 <= counter <= _LAST_COUNTER:
            return None
        events.append(Event(code, counter, time_ms, data[at + _HEAD.size : end], data[at:end]))
        at = end
    return tuple(events)


def observe(event: Event) -> Observation | None:
    """What the event means, or None: a code that is not known, or a body that cannot be."""
    reading = _READINGS.get(event.code)
    if reading is None or len(event.body) != reading[0].size:
        return None
    return reading[1](*reading[0].unpack(event.body))


def _card(rank: int, suit: int, index: int, confidence: int) -> Observation | None:
    if not (1 <= rank <= 13 and 1 <= suit <= 4 and index and confidence <= 100):
        return None
    return seen.CardSeen(_named(rank, suit), index, confidence=confidence)


def _named(rank: int, suit: int) -> Card:
    card = parse_card(_RANKS[rank] + _SUITS[suit])
    assert card is not None
    return card


def _unreadable(index: int) -> Observation | None:
    return seen.CardSeen(None, index) if index else None


def _pushed_back(index: int) -> Observation | None:
    return seen.CardPushedBack(index) if index else None


def _two(index: int) -> Observation | None:
    return seen.TwoAtOnce(index) if index else None


def _boot(reason: int) -> Observation | None:
    return _BOOTS[reason] if reason < len(_BOOTS) else None


def _loaded(cards: int, set_id: int) -> Observation:
    return seen.ShoeFilled(cards, set_id)


def _progress(percent: int) -> Observation | None:
    return seen.ShuffleWentOn(percent) if percent <= 100 else None


def _peeked(answer: int, token: int) -> Observation | None:
    return seen.HoleAnswered(_HOLE_ANSWERS[answer], token) if answer < len(_HOLE_ANSWERS) else None


def _bet_present(box: int, position: int) -> Observation:
    return seen.BetSensed(box, position, present=True)


def _bet_removed(box: int, position: int) -> Observation:
    return seen.BetSensed(box, position, present=False)


def _door_opened() -> Observation:
    return seen.DoorMoved(opened=True)


def _door_closed() -> Observation:
    return seen.DoorMoved(opened=False)


_READINGS: Final[dict[int, tuple[struct.Struct, Callable[..., Observation | None]]]] = {
    0x01: (struct.Struct("<B"), _boot),
    0x02: (struct.Struct("<BBHB"), _card),
    0x03: (struct.Struct(""), seen.CutCardSeen),
    0x04: (struct.Struct("<H"), _unreadable),
    0x05: (struct.Struct("<H"), _pushed_back),
    0x06: (struct.Struct("<H"), _two),
    0x07: (struct.Struct("<HB"), _loaded),
    0x08: (struct.Struct(""), seen.ShoeRanOut),
    0x10: (struct.Struct("<B"), seen.ShuffleBegan),
    0x11: (struct.Struct("<B"), _progress),
    0x12: (struct.Struct("<BH"), seen.ShuffleEnded),
    0x13: (struct.Struct("<HH"), seen.CountDiffered),
    0x14: (struct.Struct(""), seen.Jammed),
    0x15: (struct.Struct("<H"), seen.CardsReturned),
    0x20: (struct.Struct("<BI"), _peeked),
    0x21: (struct.Struct(""), seen.HoleOutOfTurn),
    0x30: (struct.Struct("<BB"), _bet_present),
    0x31: (struct.Struct("<BB"), _bet_removed),
    0x32: (struct.Struct("<B"), seen.ButtonPressed),
    0x40: (struct.Struct(""), _door_opened),
    0x41: (struct.Struct(""), _door_closed),
    0x50: (struct.Struct("<B"), seen.ErrorRaised),
    0x51: (struct.Struct("<B"), seen.ErrorCleared),
}
