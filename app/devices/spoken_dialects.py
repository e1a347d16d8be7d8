"""How each dialect is spoken, by its name: its sessions, and what bytes of it say."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from app.devices import decoding
from app.devices.decoding import Words
from app.devices.session_protocol import Mark, Session
from app.devices.sessions.angel_eye import AngelEyeSession
from app.devices.sessions.angel_eye_options import AngelEyeOptions
from app.devices.sessions.angel_eye_reporting import ANOTHERS
from app.devices.sessions.bee_tek import BeeTekSession
from app.devices.sessions.table_link import Family, TableLinkSession
from app.house.dialects import FACTS, Dialect, DialectFacts


class Asked(NamedTuple):
    """What a session is asked to be. `mark`: it goes on from this; `bound`: the serial numbers that are the table's;
    unless the device `stayed` at the table since, what it kept meanwhile is not the table's."""

    role: str
    options: Mapping[str, Any]
    mark: Mark | None
    bound: frozenset[str]
    new_token: Callable[[], int]
    baud: int | None
    stayed: bool


class Spoken(NamedTuple):
    """How a dialect is spoken: the session of a device, and what stored bytes of its line decode to in words."""

    session: Callable[[Asked], Session]
    words: Callable[[bytes, bool], Words]


def _angel_eye(asked: Asked) -> Session:
    mark = asked.mark  # of a device that stayed, and has spoken this dialect until now
    own = mark is None or (asked.stayed and mark.keys() >= ANOTHERS.keys())
    return AngelEyeSession(mark if own else ANOTHERS, AngelEyeOptions(**asked.options))


def _bee_tek(asked: Asked) -> Session:
    return BeeTekSession(asked.mark)


def _table_link(asked: Asked) -> Session:
    role = cast(Family, asked.role)
    return TableLinkSession(role, asked.mark, asked.bound, asked.new_token, asked.baud, stayed=asked.stayed)


# In the order in which bytes are tried whose dialect nobody remembers: those that few bytes fit come first.
SPOKEN: dict[Dialect, Spoken] = {
    "table-link": Spoken(_table_link, decoding.table_link),
    "angel-eye": Spoken(_angel_eye, decoding.angel_eye),
    "bee-tek": Spoken(_bee_tek, decoding.bee_tek),
}


class BadDialect(ValueError):
    """There is no such dialect, or it has no such device or option."""


def default_baud(dialect: str) -> int:
    """How fast the devices of this dialect are, unless they were set otherwise."""
    return _known(dialect).baud


def new_session(
    dialect: str,
    role: str,
    options: Mapping[str, str],
    mark: Mark | None,
    bound: frozenset[str],
    new_token: Callable[[], int],
    baud: int | None = None,
    *,
    stayed: bool = True,
) -> Session:
    """The session for such a device, going on from `mark`; raises BadDialect. Unless it `stayed` at the table since,
    what it kept meanwhile is not the table's."""
    check_device(dialect, role, options)
    known = FACTS[dialect]
    values = {name: known.options[name][text] for name, text in options.items()}
    return SPOKEN[known.dialect].session(Asked(role, values, mark, bound, new_token, baud, stayed))


def decoded(dialect: str | None, data: bytes, *, sent: bool) -> Words:
    """What these bytes decode to; None: to nothing. Bytes whose dialect nobody remembers are tried in all of them."""
    tried = [spoken for name, spoken in SPOKEN.items() if name == dialect] or SPOKEN.values()
    return next((words for each in tried if (words := each.words(data, sent)) is not None), None)


def check_device(dialect: str, role: str, options: Mapping[str, str]) -> None:
    """Refuse, in words, what no session can be made for."""
    known = _known(dialect)
    if role not in known.spoken_by:
        raise BadDialect(f"No {role!r} speaks {dialect}; those that do are: {', '.join(known.spoken_by)}.")
    for name, text in options.items():
        _check_option(known, name, text)


def _known(dialect: str) -> DialectFacts:
    if dialect not in FACTS:
        raise BadDialect(f"There is no dialect {dialect!r}; there are: {', '.join(FACTS)}.")
    return FACTS[dialect]


def _check_option(dialect: DialectFacts, name: str, text: str) -> None:
    known = dialect.options
    if name not in known:
        raise BadDialect(f"{dialect.dialect} has no option {name!r}; it has: {', '.join(known) or 'none'}.")
    if text not in known[name]:
        raise BadDialect(f"{name} of {dialect.dialect} cannot be {text!r}; it can be: {', '.join(known[name])}.")
