"""Who may do what, as docs/security.md says it: its tables are written by hand, and the server is held to them."""

import re
from pathlib import Path
from typing import NamedTuple

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"
# For each role "yes", "own" or "-".
Row = dict[str, str]


class Session(NamedTuple):
    """What becomes of somebody whose session is like this: over HTTP, and of a socket."""

    status: int
    code: str
    close: int


def _section(heading: str) -> str:
    found = re.search(rf"^### {heading}\n(.*?)(?=^##|\Z)", SECURITY.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]


def _lines(heading: str) -> list[list[str]]:
    lines = [line for line in _section(heading).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _rows(heading: str) -> dict[str, Row]:
    (_, *roles), _, *lines = _lines(heading)
    rows = {name.strip("`"): dict(zip(roles, grants, strict=True)) for name, *grants in lines}
    assert len(rows) == len(lines), f"{heading}: a row stands there twice"
    assert {grant for row in rows.values() for grant in row.values()} == {"yes", "own", "-"}
    return rows


def _session(http: str, socket: str) -> Session:
    answered, closed = re.fullmatch(r"(\d+) `(\w+)`", http), re.match(r"closed with (\d+) ", socket)
    assert answered, http
    assert closed, socket
    return Session(int(answered[1]), answered[2], int(closed[1]))


def _little() -> dict[str, set[str]]:
    """What each role may that has no column, and may nothing else."""
    if "### Roles that may little" not in SECURITY.read_text("utf-8"):
        return {}
    return {role: set(re.findall(r"`([\w.]+)`", may)) for role, may in _lines("Roles that may little")[2:]}


def _with(rows: dict[str, Row], little: dict[str, set[str]]) -> dict[str, Row]:
    return {
        name: row | {role: "yes" if name in may else "-" for role, may in little.items()} for name, row in rows.items()
    }


LITTLE = _little()
COMMANDS = _with(_rows("Commands to a table"), LITTLE)
ACTIONS = _with(_rows("Routes and feeds"), LITTLE)
assert not set().union(*LITTLE.values()) - {*COMMANDS, *ACTIONS}, "a role may what there is not"
ROLES = tuple(ACTIONS["sessions.me"])
FEEDS = tuple(name for name in ACTIONS if name.startswith("feed."))
NOBODY, EXPIRED, ENDED, DOWNGRADED, OFF_DUTY = [_session(*told) for _, *told in _lines("Sessions")[2:]]
