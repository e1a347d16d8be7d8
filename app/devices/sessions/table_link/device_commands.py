"""What is wanted of a device as commands, and what becomes of it."""

from typing import Final, Literal

from app.devices import wanted as want
from app.devices.codecs.table_link import command_messages
from app.devices.codecs.table_link.answers import PROTOCOL, Answer, Counts, NotNow, Proof, Refusal, Status
from app.devices.session_protocol import Answered
from app.devices.wanted import Wanted

Family = Literal["shoe", "shuffler", "continuous", "reader"]
FAMILIES: Final[dict[int, str]] = {1: "shoe", 2: "shuffler", 3: "continuous", 4: "reader", 5: "bet sensors"}

NOT_SENT: Final = "it was not sent: the line to the device is down; ask again when it is back"
GIVEN_UP: Final = (
    "no answer came; it may have been done all the same: look at what the device tells before asking again"
)
TOO_MANY: Final = "too much is waiting for this device already: ask again later"
COUNTED_BEFORE: Final = "the line is bad: every answer may be older than the cards told since; ask again later"
NOT_RUN: Final = "the device had lost the link, and did not do it; ask again"
_BAD_VALUE: Final = "the protocol has no such value; nothing was sent"
_REFUSALS: Final = {
    Status.WRONG_PARAMETERS: "the device does not take these parameters",
    Status.OUT_OF_RANGE: "the device has nothing of that number",
}
_NOT_NOW: Final = {
    NotNow.BUSY: "the device is busy; ask again later",
    NotNow.LOCKED: "the device is locked; unlock it first",
    NotNow.NO_KEY: "the device has no key to prove itself with",
    NotNow.ERROR_STANDS: "an error stands on the device; clear it first",
}


def no_identity(data: bytes) -> str:
    """Why this does not say who answers."""
    if data[0] == Status.OK and len(data) > 1 and data[1] != PROTOCOL:
        return f"it speaks version {data[1]} of Table Link, and here version {PROTOCOL} is spoken"
    return f"it does not say who it is: it answers {data[:2].hex(' ').upper()}"


def command_of(wanted: Wanted, *, push: bool = True) -> bytes | Answered:
    """The command that asks for this, or the answer that it cannot be asked for. `push`: whether the device does."""
    if isinstance(wanted, want.ConfirmGame):
        return Answered(wanted, "unsupported")
    data = _command(wanted, push=push)
    return Answered(wanted, "refused", _BAD_VALUE) if data is None else data


def _command(wanted: Wanted, *, push: bool) -> bytes | None:
    match wanted:
        case want.Lock(locked):
            return command_messages.disable(lock=True) if locked else command_messages.enable(push=push)
        case want.ClearError(code) if 0 <= code <= 0xFF:
            return command_messages.clear_error(code)
        case want.CountCards():
            return command_messages.get_count()
        case want.Shuffle(set_id) if 0 <= set_id <= 0xFF:
            return command_messages.start_shuffle(set_id)
        case want.Peek(token, rank) if 0 <= token <= command_messages.HIGHEST_U32 and 0 <= rank <= 13:
            return command_messages.peek(token, rank)
        case want.Attest(nonce) if len(nonce) == 16:
            return command_messages.attest(nonce)
        case want.Restart():
            return command_messages.reset()
    return None


def outcome(wanted: Wanted, answer: Answer, tries: int, firmware: str) -> Answered:
    """What became of it, by the device's own answer; a proof comes with the firmware that it is about."""
    match answer:
        case Refusal():
            return _refused(wanted, answer, tries)
        case Counts(drawn, left):
            return Answered(wanted, "done", counts=(drawn, left))
        case Proof(code):
            return Answered(wanted, "done", f"{code.hex()} {firmware}")
    return Answered(wanted, "done")


def _refused(wanted: Wanted, refusal: Refusal, tries: int) -> Answered:
    if refusal.status is Status.UNKNOWN:
        return Answered(wanted, "unsupported")
    if refusal.out_of_step:  # a repeat may find the device started anew, after the first try was done
        return Answered(wanted, "refused", NOT_RUN) if tries == 1 else Answered(wanted, "no_answer", GIVEN_UP)
    if refusal.status is Status.NOT_NOW:
        if refusal.reason == NotNow.NO_KEY:  # that does not pass
            return Answered(wanted, "unsupported", _NOT_NOW[NotNow.NO_KEY])
        known = refusal.reason in _NOT_NOW
        detail = _NOT_NOW[NotNow(refusal.reason)] if known else f"the device cannot now: reason {refusal.reason}"
        return Answered(wanted, "refused", detail)
    return Answered(wanted, "refused", _REFUSALS[refusal.status])
