"""What a device answers over Table Link."""

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import IntEnum

OK = b"\xf0"
UNKNOWN = b"\xf2"
WRONG_PARAMETERS = b"\xf3"
OUT_OF_RANGE = b"\xf4"
UNKNOWN_COUNT = 0xFFFF


class Reason(IntEnum):
    """Why a device cannot do now what was asked."""

    OUT_OF_STEP = 1
    BUSY = 2
    LOCKED = 3
    NO_KEY = 4
    ERROR_STANDS = 5


@dataclass(frozen=True, slots=True)
class Identity:
    """What a device says of itself; without a key it cannot prove it."""

    family: int
    serial: str
    firmware: str
    key: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for text in (self.serial, self.firmware):
            if not text.isascii() or not 1 <= len(text) <= 32:
                raise ValueError(f"{text!r} has to be 1 to 32 ASCII characters")

    def proof(self, nonce: bytes) -> bytes | None:
        """The answer to a nonce, which only who has the key can give."""
        if self.key is None:
            return None
        return hmac.new(self.key, nonce + self.firmware.encode(), hashlib.sha256).digest()[:16]


def cannot_now(reason: Reason) -> bytes:
    """Not at this moment."""
    return bytes((0xF5, reason))


def identified(identity: Identity, boot_id: int, next_counter: int, oldest_kept: int, token: bytes) -> bytes:
    """Who the device is, and where its events stand; the host's token is given back."""
    return b"".join(
        (
            OK,
            bytes((1, identity.family)),
            boot_id.to_bytes(4, "little"),
            next_counter.to_bytes(4, "little"),
            bytes((len(identity.serial),)),
            identity.serial.encode(),
            bytes((len(identity.firmware),)),
            identity.firmware.encode(),
            oldest_kept.to_bytes(4, "little"),
            token,
        )
    )


def counted(drawn: int, left: int | None) -> bytes:
    """How many cards were drawn, and how many are left, if the device knows."""
    return OK + (drawn & 0xFFFF).to_bytes(2, "little") + (UNKNOWN_COUNT if left is None else left).to_bytes(2, "little")


def too_old(oldest_kept: int) -> bytes:
    """The answer to a request for events that are not kept."""
    return OUT_OF_RANGE + oldest_kept.to_bytes(4, "little")
