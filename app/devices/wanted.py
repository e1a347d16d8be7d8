"""What a device can be asked to do, whatever its dialect."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Lock:
    """Let no card out, or let them out again."""

    locked: bool


@dataclass(frozen=True, slots=True)
class ClearError:
    """Take this error as dealt with; 0: whichever stands, where the dialect has that."""

    code: int


@dataclass(frozen=True, slots=True)
class CountCards:
    """Say how many cards were drawn, and how many are left."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle this set."""

    set_id: int


@dataclass(frozen=True, slots=True)
class Peek:
    """Read the next card that is put in, once, with this rank face up (1 to 13). Token 0: read none any more."""

    token: int
    rank: int


@dataclass(frozen=True, slots=True)
class Attest:
    """Prove with the device's own key that it is the one it says."""

    nonce: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Restart:
    """Start again."""


@dataclass(frozen=True, slots=True)
class ConfirmGame:
    """Go on after the device has ended what it takes for a game."""


Wanted = Lock | ClearError | CountCards | Shuffle | Peek | Attest | Restart | ConfirmGame
