"""Who may do what: the one declared policy, role by action.

An action is a command to a table (`command.Hit`), a route of the API by its name (`tables.list`) or a feed
(`feed.table.dealer`). "own": a dealer only at the table where he is on duty, a sign only at the table where it hangs.
What stands in no row may nobody do; who has several roles may what any of them may.

Three rules are finer than a row, and the terminal keeps them: of `Resolve` a dealer enters what a player chooses, the
house's own choice is a supervisor's; by `ChangeDealer` a dealer comes to a table in his own name alone, and the dealer
on duty leaves it or lets in whoever signs; by `OpenTable` and `ChangeConfig` only an administrator says what one person
may sign alone.
"""

from collections.abc import Iterable

from app.game.core.kinds import DEALING, SETTING_UP, SUPERVISING, Grant, Who
from app.game.registry import COMMANDS
from app.people.caller import Caller, CallerRole
from app.problems.problem import Problem

Row = Who

# Who works here, beside the dealers; and everybody who is signed in, a sign too.
_STAFF: Row = {"supervisor": "yes", "surveillance": "yes", "administrator": "yes", "auditor": "yes"}
_ANYBODY: Row = {"sign": "yes", "dealer": "yes", **_STAFF}
_PROVING: Row = {"surveillance": "yes", "auditor": "yes"}
_OWN_AFFAIRS = (
    "sessions.me", "tickets.make", "server.about", "rulesets.list", "rulesets.one", "rulesets.clauses",
    "rulesets.procedures",
)  # fmt: skip
_PEOPLES_AFFAIRS = (
    "sessions.sign_out", "sessions.own_pin", "sessions.lock", "sessions.unlock", "sessions.passage", "tables.list",
)  # fmt: skip
_EVIDENCE = (
    "tables.rows", "tables.frames", "tables.timeline", "tables.signed_heads", "house.rows", "rounds.commands",
    "rounds.frames", "rounds.timeline", "replay.surveillance", "rounds.dispute_pack", "signed_heads.list",
    "signing_keys.list",
)  # fmt: skip
_PAST = (
    "tables.events", "replay.sign", "replay.dealer", "replay.floor", "rounds.search", "rounds.one", "rounds.story",
    "rounds.script", "rounds.events", "reports.list", "reports.one", "reports.shift",
)  # fmt: skip
_REMEDIES = (
    "tables.preview_remedy",
    "tables.remedies",
    "tables.remedy_acts",
    "tables.remedies_allowed",
    "tables.orders_allowed",
)
_ADMINISTERING = (
    "people.add", "people.change", "people.suspend", "people.set_pin", "people.make_code", "displays.list",
    "displays.add", "displays.remove",
)  # fmt: skip


def _routes(names: Iterable[str], row: Row) -> dict[str, Row]:
    return dict.fromkeys(names, row)


POLICY: dict[str, Row] = {
    "command.TypeCard": DEALING,
    **{f"command.{kind.name}": kind.who for kind in COMMANDS.values() if kind.who is not None},
    # feeds
    "feed.table.sign": {"sign": "own", "dealer": "own", "supervisor": "yes", "surveillance": "yes"},
    "feed.table.dealer": DEALING,
    "feed.table.floor": {"supervisor": "yes", "surveillance": "yes"},
    "feed.table.surveillance": {"surveillance": "yes"},
    "feed.floor": {"supervisor": "yes", "surveillance": "yes", "administrator": "yes"},
    # what operators ask
    "operations.metrics": {"administrator": "yes", "auditor": "yes"},
    # routes
    **_routes(_OWN_AFFAIRS, _ANYBODY),
    **_routes(_PEOPLES_AFFAIRS, {"dealer": "yes", **_STAFF}),
    "tables.one": {"sign": "own", "dealer": "own", "supervisor": "yes", "surveillance": "yes"},
    "tables.create": SETTING_UP,
    "tables.corrections": {"dealer": "own", "supervisor": "yes", "surveillance": "yes"},
    "tables.told": {"dealer": "own", "supervisor": "yes"},
    "tables.rebuilt": {"dealer": "own", "supervisor": "yes"},
    "tables.call": DEALING,
    "tables.config": _STAFF,
    **_routes(_REMEDIES, {"supervisor": "yes", "surveillance": "yes"}),
    "tables.card_sets": {"dealer": "own", "supervisor": "yes", "surveillance": "yes"},
    "orders.send": {"dealer": "yes", "supervisor": "yes", "administrator": "yes", "auditor": "yes"},
    **_routes(_PAST, {"supervisor": "yes", "surveillance": "yes", "auditor": "yes"}),
    **_routes(_EVIDENCE, _PROVING),
    "rounds.face_down": {"surveillance": "yes"},
    "house.events": {"surveillance": "yes", "administrator": "yes", "auditor": "yes"},
    **_routes(("verifications.start", "verifications.last"), _PROVING),
    "devices.list": {"supervisor": "yes", "surveillance": "yes", "administrator": "yes"},
    **_routes(("devices.attach", "devices.detach", "devices.bind", "devices.wish"), SETTING_UP),
    "alarms.list": {"supervisor": "yes", "surveillance": "yes", "administrator": "yes", "auditor": "yes"},
    **_routes(("alarms.take", "alarms.acknowledge"), SUPERVISING),
    "card_sets.list": _STAFF,
    **_routes(("card_sets.receive", "card_sets.issue", "card_sets.return", "card_sets.count"), SUPERVISING),
    "card_sets.destroy": {"supervisor": "yes", "auditor": "yes"},
    **_routes(("people.list", "people.readmit", "sessions.list", "sessions.end"), SETTING_UP),
    **_routes(_ADMINISTERING, {"administrator": "yes"}),
}


def grant_of(roles: Iterable[CallerRole], action: str) -> Grant | None:
    """What these roles together may of this action."""
    row = POLICY[action]
    grants = {row.get(role) for role in roles}
    return "yes" if "yes" in grants else "own" if "own" in grants else None


def check(caller: Caller, action: str, table: str | None, on_duty: bool) -> None:
    """Raise if the caller may not do this, at this table where it is about one."""
    grant = grant_of(caller.roles, action)
    if grant == "yes" or (grant == "own" and _is_own(caller, action, table, on_duty)):
        return
    if grant == "own" and "dealer" in caller.roles:
        raise Problem("not_on_duty", f"{caller.name} is not on duty at table {table}: take the table first.")
    raise Problem("not_allowed", f"{action} is not for {', '.join(sorted(caller.roles)) or 'nobody in particular'}.")


def _is_own(caller: Caller, action: str, table: str | None, on_duty: bool) -> bool:
    """Whether it is about the dealer's table, or the sign's."""
    row = POLICY[action]
    hangs_here = "sign" in caller.roles and row.get("sign") == "own" and table is not None and caller.table == table
    deals_here = "dealer" in caller.roles and row.get("dealer") == "own" and on_duty
    return hangs_here or deals_here
