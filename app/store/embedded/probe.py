"""Asks PostgreSQL whether it answers, with the first message of its protocol; what `pg_isready` does, in-process."""

import socket
import struct
from dataclasses import dataclass
from enum import Enum, auto
from typing import BinaryIO

from app.store.embedded.socket_folder import socket_in

_PATIENCE_S = 2.0
_PROTOCOL_3 = 196608
_LOGIN = b"user\0tablekeeper_app\0database\0tablekeeper\0\0"
_TERMINATE = b"X\0\0\0\4"
_MESSAGES_AT_MOST = 100
_BYTES_AT_MOST = 100_000
_TOO_MANY_CONNECTIONS = "53300"
_REFUSALS = ("28", "3D")  # the login, the database


class State(Enum):
    """What PostgreSQL is to somebody who connects."""

    ABSENT = auto()
    NOT_YET = auto()
    REFUSES = auto()
    ANSWERS = auto()


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one attempt to connect."""

    state: State
    words: str = ""


def ask(socket_folder: str) -> Answer:
    """Connect once and go away again."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_PATIENCE_S)
        try:
            connection.connect(str(socket_in(socket_folder)))
        except OSError as error:
            return Answer(State.ABSENT, str(error))
        try:
            return _log_in(connection)
        except (OSError, EOFError, struct.error) as error:
            return Answer(State.NOT_YET, str(error) or "it hung up")


def _log_in(connection: socket.socket) -> Answer:
    connection.sendall(struct.pack("!ii", 8 + len(_LOGIN), _PROTOCOL_3) + _LOGIN)
    with connection.makefile("rb") as stream:
        for _ in range(_MESSAGES_AT_MOST):
            kind, body = _message(stream)
            if kind == b"E":
                return _refused(body)
            if kind == b"Z":
                connection.sendall(_TERMINATE)  # a connection that just breaks is a line in the log
                return Answer(State.ANSWERS)
    return Answer(State.NOT_YET, "it does not come to an end")


def _message(stream: BinaryIO) -> tuple[bytes, bytes]:
    kind, length = struct.unpack("!ci", stream.read(5))
    if not 4 <= length <= _BYTES_AT_MOST:
        raise EOFError("it does not speak PostgreSQL's protocol")
    return kind, stream.read(length - 4)


def _refused(body: bytes) -> Answer:
    fields = {part[:1]: part[1:].decode("utf-8", "replace") for part in body.split(b"\0") if part}
    code, words = fields.get(b"C", ""), fields.get(b"M", "")
    if code == _TOO_MANY_CONNECTIONS:
        return Answer(State.ANSWERS, words)
    return Answer(State.REFUSES if code.startswith(_REFUSALS) else State.NOT_YET, words)
