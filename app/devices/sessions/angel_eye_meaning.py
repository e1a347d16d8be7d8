"""What each report of an Angel Eye shoe means, in the words of every device."""

from app.devices.codecs.angel_eye_reports import (
    Booted,
    CardDrawn,
    CardDrawnOutside,
    CuttingCard,
    ErrorDown,
    ErrorUp,
    LockStatus,
    PresetSet,
    Standby,
    Told,
)
from app.devices.observations import (
    CardPushedBack,
    CardSeen,
    CutCardSeen,
    Doubted,
    ErrorCleared,
    ErrorRaised,
    LockTurned,
    Observation,
    PresetChanged,
    Started,
    StoodBy,
)

SHOE_ERRORS = range(1, 8)
MAKERS_ERRORS = 0x80
_REVERSED = (4, 5)
# It counts from here: no number says what was drawn while it was dead, or never told before.
_ANEW = Doubted("line_was_down", "the shoe has started anew, and tells nothing of the time before")
_NO_CARD = Doubted("bad_card", "a card left under a code that no card has")
_NO_MODE = Doubted("bad_card", "a card left outside a game, in a mode that no shoe has")


def meaning(told: Told, *, overdraw_is_card: bool) -> tuple[Observation, ...]:
    """What was seen, if the report is new; nothing for a game result, and for a card that is told again."""
    match told:
        case CardDrawn() | CardDrawnOutside():
            return _card(told, overdraw_is_card=overdraw_is_card)
        case ErrorUp(code=code):
            pushed_back = (CardPushedBack(),) if code in _REVERSED else ()
            return (ErrorRaised(error_code(code)), *pushed_back)
        case ErrorDown(code=code):
            return (ErrorCleared(error_code(code)),)
        case LockStatus(locked=locked):
            return (LockTurned(locked),)
        case PresetSet(address=address, value=value):
            return (PresetChanged(address, value),)
        case _:
            return _plain(told)


def error_code(code: int) -> int:
    """The shoe's error in the list of every device; one that this dialect does not name is the maker's."""
    return code if code in SHOE_ERRORS else MAKERS_ERRORS + code


def _plain(told: Told) -> tuple[Observation, ...]:
    match told:
        case Booted():
            return (Started(), _ANEW)
        case Standby():
            return (StoodBy(),)
        case CuttingCard():
            return (CutCardSeen(),)
        case _:
            return ()


def _card(told: CardDrawn | CardDrawnOutside, *, overdraw_is_card: bool) -> tuple[Observation, ...]:
    if not told.valid:
        return (_NO_CARD,)
    if isinstance(told, CardDrawn):
        return (CardSeen(told.card, told.index),)
    if told.mode is None:
        return (_NO_MODE, CardSeen(told.card, place="error"))
    return (CardSeen(told.card, place="" if told.mode == "error" and overdraw_is_card else told.mode),)
