"""What a device saw, whatever its dialect: plain data, past tense.

A card is not part of any representation, since nobody knows yet whether it lies face down: what prints an observation,
a log line or an error, prints no card.
"""

from dataclasses import dataclass, field
from typing import Literal

from app.game.core.cards import Card

# A card that was read with less confidence is played, shown and counted.
SURE_PERCENT = 90


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card left the shoe; None: it passed unread. `place`: where the device thinks it went; "" is the game.
    `confidence`: how sure the device is of the card, in percent, where it says so."""

    card: Card | None = field(repr=False)
    index: int | None = None
    place: Literal["", "locked", "setting", "error", "burn"] = ""
    confidence: int | None = None

    @property
    def unsure(self) -> bool:
        """Whether the device is so little sure that somebody should know."""
        return self.confidence is not None and self.confidence < SURE_PERCENT


@dataclass(frozen=True, slots=True)
class CutCardSeen:
    """The cutting card came out."""


@dataclass(frozen=True, slots=True)
class CardPushedBack:
    """A card went back into the shoe; `index`: which, where the device counts."""

    index: int | None = None


@dataclass(frozen=True, slots=True)
class TwoAtOnce:
    """Two cards left together; both were told before. `index`: the first of them."""

    index: int


@dataclass(frozen=True, slots=True)
class ShoeFilled:
    """Cards went into the shoe, so many as the device counted."""

    cards: int
    set_id: int


@dataclass(frozen=True, slots=True)
class ShoeRanOut:
    """The shoe is empty."""


@dataclass(frozen=True, slots=True)
class ShuffleBegan:
    """The machine began to shuffle this set."""

    set_id: int


@dataclass(frozen=True, slots=True)
class ShuffleWentOn:
    """How far the shuffle is."""

    percent: int


@dataclass(frozen=True, slots=True)
class ShuffleEnded:
    """The machine has shuffled this set, and counted so many cards."""

    set_id: int
    cards: int


@dataclass(frozen=True, slots=True)
class CountDiffered:
    """The machine counted other than it expected."""

    counted: int
    expected: int


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """So many cards went back into a continuous shuffler."""

    cards: int


@dataclass(frozen=True, slots=True)
class Jammed:
    """A card is stuck."""


@dataclass(frozen=True, slots=True)
class HoleAnswered:
    """The reader has answered the question of this token, and says nothing else of the card."""

    answer: Literal["no_blackjack", "blackjack", "not_read"]
    token: int


@dataclass(frozen=True, slots=True)
class HoleOutOfTurn:
    """A card was put into the reader unasked; nothing was read."""


# A card was not drawn to its end.
TIMED_OUT = 7


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """The device has an error; codes 1 to 7 are a shoe's, 8 is a jam, from 128 the maker's."""

    code: int


@dataclass(frozen=True, slots=True)
class ErrorCleared:
    """The error does not stand any more."""

    code: int


@dataclass(frozen=True, slots=True)
class Started:
    """The device has started, for this reason."""

    reason: Literal["", "power", "reset", "watchdog", "memory_lost"] = ""


@dataclass(frozen=True, slots=True)
class StoodBy:
    """The device is ready, and idle."""


@dataclass(frozen=True, slots=True)
class Met:
    """A device has come to the table: what it kept from before is not the table's, and all that follows is."""


@dataclass(frozen=True, slots=True)
class LockTurned:
    """The device is locked now, or not."""

    locked: bool


@dataclass(frozen=True, slots=True)
class PresetChanged:
    """Somebody changed a setting on the device."""

    address: int
    value: int


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning, or an alarm that is no error of the list, in the device's own words, which may name a card."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class DoorMoved:
    """A door of the device was opened, or closed."""

    opened: bool


@dataclass(frozen=True, slots=True)
class BetSensed:
    """Chips lie on this position of the box, or do not any more."""

    box: int
    position: int
    present: bool


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The button of this box was pressed."""

    box: int


Doubt = Literal[
    "reports_lost",  # the numbering says that something was told and never came
    "report_changed",  # the same number came again with other content
    "cards_untold",  # the device counted a card that it has told nothing of
    "card_resent",  # a card was told again that is not the last one
    "line_was_down",  # cards may have been drawn while nothing could be told
    "damaged",  # what came cannot be read, and a card may have been in it
    "bad_card",  # a card code that no card has
    "events_lost",  # the device does not keep any more what was not stored yet
    "cards_before",  # it tells of cards that it let out before it was known to have come to this table
    "counter_went_back",  # the device counts from a place that was passed already
    "device_restarted",  # cards may have moved while it was dead
    "unknown_event",  # an event that this program does not know
    "jammed",  # a card is stuck in the shoe
    "wrong_device",  # the device could not prove that it is the one it says
    "device_changed",  # another device is on the line, nobody has bound it to the table yet
    "device_swapped",  # another of the table's own devices is on the line than before
    "set_differs",  # the machine has shuffled another set than it began with
    "too_much",  # more came than could be recorded in time
]


@dataclass(frozen=True, slots=True)
class Doubted:
    """The line cannot tell what happened: somebody has to look. `detail` never names a card."""

    doubt: Doubt
    detail: str = ""


Observation = (
    CardSeen | CutCardSeen | CardPushedBack | TwoAtOnce | ShoeFilled | ShoeRanOut | ShuffleBegan | ShuffleWentOn
    | ShuffleEnded | CountDiffered | CardsReturned | Jammed | HoleAnswered | HoleOutOfTurn | ErrorRaised | ErrorCleared
    | Started | StoodBy | Met | LockTurned | PresetChanged | Warned | DoorMoved | BetSensed | ButtonPressed | Doubted
)  # fmt: skip
