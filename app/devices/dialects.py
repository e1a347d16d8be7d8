"""The dialects that devices speak, by name: which devices speak them, how fast, and with which options."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from app.devices.session import Mark, Session
from app.devices.sessions.angel_eye import AngelEyeSession
from app.devices.sessions.angel_eye_options import AngelEyeOptions
from app.devices.sessions.angel_eye_reporting import ANOTHERS
from app.devices.sessions.bee_tek import BeeTekSession
from app.devices.sessions.table_link import Family, TableLinkSession
from app.house.subjects.devices.decide import SPEAK

BAUD = {"angel-eye": 4800, "bee-tek": 9600, "table-link": 115200}
PUSH_ONLY = frozenset({"angel-eye", "bee-tek"})
"""The dialects whose devices speak unasked: who only listens hears everything."""
TELL_LATER = frozenset({"table-link"})
"""Those whose devices keep what nobody has confirmed, and tell it later; they count their cards, too."""
UNCHECKED = frozenset({"bee-tek"})
"""Those without any check bytes: a changed card looks like any other."""

_SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}
_DIGIT = {"0": 0, "1": 1}
OPTIONS: dict[str, dict[str, Mapping[str, Any]]] = {
    "angel-eye": {
        "seq_after_nine": _DIGIT,
        "ack_reports": _SWITCH,
        "overdraw_is_card": _SWITCH,
        "command_bcc_includes_stx": _SWITCH,
    },
    "bee-tek": {},
    "table-link": {},
}


class BadDialect(ValueError):
    """There is no such dialect, or it has no such device or option."""


def default_baud(dialect: str) -> int:
    """How fast the devices of this dialect are, unless they were set otherwise."""
    return BAUD[_known(dialect)]


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
    values = {name: OPTIONS[dialect][name][text] for name, text in options.items()}
    match dialect:
        case "angel-eye":
            own = mark is None or (stayed and mark.keys() >= ANOTHERS.keys())  # or it spoke another dialect until now
            return AngelEyeSession(mark if own else ANOTHERS, AngelEyeOptions(**values))
        case "bee-tek":
            return BeeTekSession(mark)
        case _:
            return TableLinkSession(cast(Family, role), mark, bound, new_token, baud, stayed=stayed)


def check_device(dialect: str, role: str, options: Mapping[str, str]) -> None:
    """Refuse, in words, what no session can be made for."""
    roles = SPEAK[_known(dialect)]
    if role not in roles:
        raise BadDialect(f"No {role!r} speaks {dialect}; those that do are: {', '.join(roles)}.")
    for name, text in options.items():
        _check_option(dialect, name, text)


def _known(dialect: str) -> str:
    if dialect not in SPEAK:
        raise BadDialect(f"There is no dialect {dialect!r}; there are: {', '.join(SPEAK)}.")
    return dialect


def _check_option(dialect: str, name: str, text: str) -> None:
    known = OPTIONS[dialect]
    if name not in known:
        raise BadDialect(f"{dialect} has no option {name!r}; it has: {', '.join(known) or 'none'}.")
    if text not in known[name]:
        raise BadDialect(f"{name} of {dialect} cannot be {text!r}; it can be: {', '.join(known[name])}.")
