"""What happens to a machine, in the past tense; each dialect tells as much of it as it has words for."""

from dataclasses import dataclass
from typing import Literal

Place = Literal["game", "burn", "locked", "setting"]
BootReason = Literal["power", "reset", "watchdog", "memory_lost"]
PeekResult = Literal["no_blackjack", "blackjack", "not_read"]


@dataclass(frozen=True, slots=True)
class Booted:
    """The device has started."""

    reason: BootReason


@dataclass(frozen=True, slots=True)
class CardOut:
    """A card left; None: it passed unread. `unsure`: it was hard to read."""

    card: str | None
    index: int
    place: Place = "game"
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class CutCardOut:
    """The cutting card came out."""


@dataclass(frozen=True, slots=True)
class PushedBack:
    """The last card went back in."""

    index: int


@dataclass(frozen=True, slots=True)
class TwoOut:
    """This card and the next left together."""

    index: int


@dataclass(frozen=True, slots=True)
class Filled:
    """Cards were put in."""

    cards: int
    set_id: int


@dataclass(frozen=True, slots=True)
class RanOut:
    """No card is left."""


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """Cards went back into a continuous shuffler."""

    cards: int


@dataclass(frozen=True, slots=True)
class ShuffleBegan:
    """The shuffler has begun."""

    set_id: int


@dataclass(frozen=True, slots=True)
class ShuffleWentOn:
    """The shuffler is so far."""

    percent: int


@dataclass(frozen=True, slots=True)
class ShuffleEnded:
    """The shuffler is done, and counted so many."""

    set_id: int
    cards: int


@dataclass(frozen=True, slots=True)
class Miscounted:
    """The count is not what it should be."""

    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class Jammed:
    """A card is stuck."""


@dataclass(frozen=True, slots=True)
class PeekAnswered:
    """The reader has read the card it was asked about."""

    result: PeekResult
    token: int


@dataclass(frozen=True, slots=True)
class PeekOutOfTurn:
    """A card was put into the reader unasked."""


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """Somebody pressed the button of a box."""

    box: int


@dataclass(frozen=True, slots=True)
class DoorMoved:
    """A door was opened or closed."""

    opened: bool


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """An error stands from now on."""

    code: int


@dataclass(frozen=True, slots=True)
class ErrorCleared:
    """An error does not stand any more."""

    code: int


@dataclass(frozen=True, slots=True)
class LockTurned:
    """The lock was told to close, or to open."""

    locked: bool


@dataclass(frozen=True, slots=True)
class PresetChanged:
    """Somebody changed a setting at the device."""

    address: int
    value: int


@dataclass(frozen=True, slots=True)
class LastCardToldAgain:
    """The device tells its last card once more."""


Happening = (
    Booted | CardOut | CutCardOut | PushedBack | TwoOut | Filled | RanOut | CardsReturned | ShuffleBegan
    | ShuffleWentOn | ShuffleEnded | Miscounted | Jammed | PeekAnswered | PeekOutOfTurn | ButtonPressed | DoorMoved
    | ErrorRaised | ErrorCleared | LockTurned | PresetChanged | LastCardToldAgain
)  # fmt: skip
