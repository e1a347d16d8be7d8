"""Stored bytes of a device's line in words: what they decode to, and for whoever looks back what that says.

A frame without its check bytes in order is no frame of a dialect, so that hardly any reads as two.
"""

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from app.devices.codecs.angel_eye import ACK, AngelEyeDecoder, Garbage, Nak, Refused
from app.devices.codecs.angel_eye_commands import NAK_MEANINGS
from app.devices.codecs.angel_eye_reports import bcc
from app.devices.codecs.bee_tek import BeeTekDecoder, Blank
from app.devices.codecs.bee_tek_tokens import Damaged
from app.devices.codecs.table_link import answers as a
from app.devices.codecs.table_link.command_messages import Command
from app.devices.codecs.table_link.event_messages import EVENT, observe, split_events
from app.devices.codecs.table_link.framing import Decoder, Frame
from app.devices.line_text import observation_words, words_of_type

Words = str | None
_ANGEL_EYE_COMMANDS = {b"LK": "lock or unlock", b"EC": "cancel an error", b"GP": "confirm a game"}


def angel_eye(data: bytes, sent: bool) -> Words:
    """What bytes of such a line say."""
    if sent:
        return _angel_eye_sent(data)
    decoder = AngelEyeDecoder()
    return _pieces([*decoder.feed(data), *decoder.close()])


def _angel_eye_sent(data: bytes) -> Words:
    if data == bytes((ACK,)):
        return "acknowledge"
    if data[:1] != b"\x02" or len(data) < 7 or data[1:3] != b"OP" or data[-2:] not in (bcc(data[:-2]), bcc(data[1:-2])):
        return None
    command = _ANGEL_EYE_COMMANDS.get(data[3:5])
    return None if command is None else f"{command}, number {data[5:7].decode('ascii', 'replace')}"


def bee_tek(data: bytes, sent: bool) -> Words:
    """What bytes of such a line say."""
    if sent:
        return None
    decoder = BeeTekDecoder()
    return _pieces([*decoder.feed(data), *decoder.close()])


def table_link(data: bytes, sent: bool) -> Words:
    """What bytes of such a line say."""
    events = split_events(data) if data and data[0] != 0x7F else None
    if events:
        return "; ".join(map(_event, events))
    decoder = Decoder()
    pieces = [*decoder.feed(data), *decoder.flush()]
    if len(pieces) != 1 or not isinstance(pieces[0], Frame) or not pieces[0].data:
        return None
    frame = pieces[0]
    said = _command(frame.data) if sent else _answer(frame.data)
    return f"frame {frame.seq}: {said}"


def _event(event: Any) -> str:
    seen = observe(event)
    what = "an unknown event" if seen is None else observation_words(seen)
    return f"event {event.counter}: {what}"


def _command(data: bytes) -> str:
    try:
        name = Command(data[0]).name.lower().replace("_", " ")
    except ValueError:
        return f"command {data[0]:02X}, which is not known"
    parameters = data[1:]
    return f"{name} {parameters.hex()}".rstrip()


def _answer(data: bytes) -> str:
    """An answer does not say to which command; what can be only one thing is told."""
    if data[0] == EVENT:
        told = split_events(data[1:])
        return "; ".join(map(_event, told)) if told else "events that cannot be read"
    if data[0] != a.Status.OK:
        refusal = a.read_answer(Command.RESEND_FROM, data)
        return "an answer that cannot be read" if refusal is None else _named(refusal)
    body = data[1:]
    for read in (a.read_identity(body), a.Events(split_events(body) or ()), a.Done()):
        if isinstance(read, a.Identity):
            return _named(read)
        if isinstance(read, a.Events) and read.events:
            return "; ".join(map(_event, read.events))
    return f"done{f', {len(body)} bytes' if body else ''}"


def _pieces(pieces: Sequence[Any]) -> Words:
    """What the pieces say; None if none of them is whole."""
    said = [each for each in pieces if not isinstance(each, Blank)]
    if not said or any([isinstance(each, Refused | Garbage | Damaged) for each in said]):
        return None
    return "; ".join(map(_named, said))


def _named(piece: Any) -> str:
    """What it is, and each of its fields but the bytes."""
    names = [field.name for field in fields(piece)] if is_dataclass(piece) else list(piece._fields)
    told = [name for name in names if name != "frame" and getattr(piece, name) is not None]
    return ", ".join([words_of_type(piece), *[f"{name.replace('_', ' ')} {_value(name, piece)}" for name in told]])


def _value(name: str, piece: Any) -> str:
    value = getattr(piece, name)
    if name == "code" and isinstance(piece, Nak):
        return NAK_MEANINGS.get(value, str(value))
    if isinstance(value, bytes):
        return value.hex()
    return str(getattr(value, "name", value)).lower() if not isinstance(value, str) else value
