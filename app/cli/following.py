"""Follows one table of a server, over one connection after the other, to whichever server keeps it."""

import random
import re
import time
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import orjson
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from app.backoff import Backoff
from app.cli.endings import Refusal
from app.cli.named_rules import NamedRules
from app.cli.output import put, say
from app.cli.watched import lines_of
from app.realtime.audience import Audience
from app.realtime.close_reasons import GARBAGE, HELD_ELSEWHERE, NO_SUCH_TABLE, NOT_ALLOWED, SESSION_OVER
from app.realtime.entrance import SUBPROTOCOL

# The server says each second that it lives.
SILENT_AFTER_S = 5.0
CONNECTS_WITHIN_S = 5.0
FOR_GOOD = (GARBAGE, SESSION_OVER, NOT_ALLOWED, NO_SUCH_TABLE)
SCHEMES = {"http": "ws", "https": "wss"}
AFTER = re.compile(r"(\d+) ms")


class Watched(NamedTuple):
    """Which table is followed, where it was last kept, and as whom."""

    server: str
    table: str
    audience: Audience
    token: str


def follow(watched: Watched) -> None:
    """Print what happens at the table, until there is nothing more to be seen of it."""
    backoff = Backoff(random.random, 0.25, 5.0)
    known = [watched.server]
    while True:
        try:
            with _opened(watched) as connection:
                _print(connection, watched.audience, backoff)
        except ConnectionClosed as closed:
            watched = watched._replace(server=_next_server(closed, watched))
            known = list(dict.fromkeys([*known, watched.server]))
            _wait(_why(closed), _after_s(closed) or backoff.next_s())
        except InvalidStatus as refused:
            raise Refusal(f"{watched.server} answers {refused.response.status_code}: {_said(refused)}") from refused
        except (OSError, InvalidHandshake, TimeoutError) as error:
            _wait(f"{watched.server} cannot be reached: {error}", backoff.next_s())
            # Whoever has the table told where it was; if nobody is there any more, the others know where it is now.
            watched = watched._replace(server=known[(known.index(watched.server) + 1) % len(known)])


def _opened(watched: Watched) -> ClientConnection:
    server = _feeds_of(watched.server)
    if server is None:
        raise Refusal(f"{watched.server!r} is no address of a server: http://127.0.0.1:8765 is one")
    url = f"{server}/tables/{quote(watched.table, safe='')}?audience={watched.audience}&views=2"
    head = {"Authorization": f"Bearer {watched.token}"}
    try:
        return connect(
            url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=head,
            compression=None, open_timeout=CONNECTS_WITHIN_S, close_timeout=1, max_size=None,
        )  # fmt: skip
    except InvalidURI as error:
        raise Refusal(f"{url} is no address: {error}") from error


def _feeds_of(server: str) -> str | None:
    """Where the feeds of the server are, if this is the address of one."""
    try:
        parts = urlsplit(server)
    except ValueError:
        return None
    return f"{SCHEMES[parts.scheme]}://{parts.netloc}/ws/v1" if parts.scheme in SCHEMES and parts.netloc else None


def _print(connection: ClientConnection, audience: Audience, backoff: Backoff) -> None:
    """Print what comes; a server that is silent for too long is one that was lost."""
    rules = NamedRules(audience)
    while True:
        message = orjson.loads(connection.recv(timeout=SILENT_AFTER_S))
        rules.take(message)
        backoff.reset()
        for line in lines_of(audience, message):
            put(line, at_once=True)


def _next_server(closed: ConnectionClosed, watched: Watched) -> str:
    """Where the table is now, unless it is nowhere for us."""
    code, reason = _code(closed)
    if code in FOR_GOOD:
        raise Refusal(f"table {watched.table} at {watched.server} cannot be watched: {reason} ({code})")
    return reason if code == HELD_ELSEWHERE and _feeds_of(reason) else watched.server


def _code(closed: ConnectionClosed) -> tuple[int, str]:
    return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (1006, "the line was lost")


def _why(closed: ConnectionClosed) -> str:
    code, reason = _code(closed)
    return f"kept at {reason}" if code == HELD_ELSEWHERE else f"{reason or 'closed'} ({code})"


def _after_s(closed: ConnectionClosed) -> float | None:
    """When the server says to come back."""
    found = AFTER.search(_code(closed)[1])
    return int(found[1]) / 1_000 if found is not None else None


def _wait(why: str, wait_s: float) -> None:
    say(f"{why}; again in {wait_s:.1f} s")
    time.sleep(wait_s)


def _said(refused: InvalidStatus) -> str:
    """What the server says about it, if it says it as ours do."""
    try:
        return str(orjson.loads(refused.response.body or b"")["message"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return "it is no server of ours, or there is no such address"
