"""The roles: one record each says what is true of it, and every table keyed by roles is derived from these.

An action belongs to one duty: a command says which in its record (`app.game.core.kinds`), a route or feed in
`app.people.policy`. A role has duties, and may whatever belongs to them.
"""

from typing import Literal, NamedTuple

from app.game.core.kinds import Duty as DutyAtTable
from app.game.core.kinds import Grant

PersonRole = Literal["dealer", "supervisor", "surveillance", "administrator", "auditor"]
# A display is a sign at one table: it has a role of its own and nobody's name.
CallerRole = PersonRole | Literal["sign"]
Duty = (
    DutyAtTable
    | Literal[
        "asking",  # who one is, what the books say: everybody who is signed in, a sign too
        "working",  # the own session and PIN, the list of tables: everybody with an account
        "ordering",  # sending commands at all; which of them the commands say
        "seeing_table",  # what the players see
        "reading_table",  # what was put right at a table, which sets it has
        "overseeing",  # a table as the floor sees it, and what may be put right there
        "seeing_all",  # a table as surveillance sees it
        "seeing_floor",  # all tables, in one line each
        "seeing_devices",
        "keeping_house",  # how tables are set up, which alarms are open, which sets there are
        "looking_back",  # past rounds, and reports
        "proving",  # rows, frames and signatures
        "reading_house",  # the log of the house
        "measuring",  # the metrics
        "administering",  # accounts and displays
    ]
)


class RoleFacts(NamedTuple):
    """What is true of a role. `duties`: what it does anywhere; `own`: what it does at its own table alone, which is for
    a dealer where he is on duty, for a sign where it hangs. `watches_over`: it watches over supervisors, who do not
    sign it out."""

    role: CallerRole
    duties: frozenset[Duty]
    own: frozenset[Duty] = frozenset()
    watches_over: bool = False


def _all(*duties: Duty) -> frozenset[Duty]:
    return frozenset(duties)


_EVERYBODY = _all("asking", "working")
_STAFF = _EVERYBODY | _all("keeping_house")
ROLES = (
    RoleFacts(
        "dealer",
        duties=_EVERYBODY | _all("ordering"),
        own=_all("dealing", "seeing_table", "reading_table"),
    ),
    RoleFacts(
        "supervisor",
        duties=_STAFF
        | _all("ordering", "dealing", "supervising", "setting_up", "counting")
        | _all("seeing_table", "reading_table", "overseeing", "seeing_floor", "seeing_devices", "looking_back"),
    ),
    RoleFacts(
        "surveillance",
        duties=_STAFF
        | _all("seeing_table", "reading_table", "overseeing", "seeing_all", "seeing_floor", "seeing_devices")
        | _all("looking_back", "proving", "reading_house"),
        watches_over=True,
    ),
    RoleFacts(
        "administrator",
        duties=_STAFF
        | _all("ordering", "setting_up", "seeing_floor", "seeing_devices", "reading_house")
        | _all("measuring", "administering"),
        watches_over=True,
    ),
    RoleFacts(
        "auditor",
        duties=_STAFF | _all("ordering", "counting", "looking_back", "proving", "reading_house", "measuring"),
        watches_over=True,
    ),
    RoleFacts("sign", duties=_all("asking"), own=_all("seeing_table")),
)


def row_of(duty: Duty) -> dict[CallerRole, Grant]:
    """Who has this duty, and whether only at the own table."""
    anywhere: dict[CallerRole, Grant] = {each.role: "yes" for each in ROLES if duty in each.duties}
    return anywhere | {each.role: "own" for each in ROLES if duty in each.own}


def who_may(duty: Duty) -> frozenset[CallerRole]:
    """Who has this duty, anywhere or at the own table."""
    return frozenset(row_of(duty))


WATCHES_OVER = frozenset([each.role for each in ROLES if each.watches_over])
