"""Who may do what: the one declared policy. Each action belongs to a duty, and `app.house.roles` says who has which.

An action is a command to a table (`command.Hit`), a route of the API by its name (`tables.list`) or a feed
(`feed.table.dealer`). "own": a dealer only at the table where he is on duty, a sign only at the table where it hangs.
What stands in no row may nobody do; who has several roles may what any of them may.

Three rules are finer than a row, and the terminal keeps them: of `Resolve` a dealer enters what a player chooses, the
house's own choice is a supervisor's; by `ChangeDealer` a dealer comes to a table in his own name alone, and the dealer
on duty leaves it or lets in whoever signs; by `OpenTable` and `ChangeConfig` only an administrator says what one person
may sign alone.
"""

from collections.abc import Iterable, Mapping

from app.game.core.kinds import Grant
from app.game.registry import COMMANDS
from app.house.roles import CallerRole, Duty, row_of
from app.people.caller import Caller
from app.problems.problem import Problem

Row = Mapping[CallerRole, Grant]

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


# Of which duty each is; of a command its record says it.
DUTIES: dict[str, Duty] = {
    "command.TypeCard": "dealing",
    **{f"command.{kind.name}": kind.who for kind in COMMANDS.values() if kind.who is not None},
    # feeds
    "feed.table.sign": "seeing_table",
    "feed.table.dealer": "dealing",
    "feed.table.floor": "overseeing",
    "feed.table.surveillance": "seeing_all",
    "feed.floor": "seeing_floor",
    # what operators ask
    "operations.metrics": "measuring",
    # routes
    **dict.fromkeys(_OWN_AFFAIRS, "asking"),
    **dict.fromkeys(_PEOPLES_AFFAIRS, "working"),
    "tables.one": "seeing_table",
    "tables.create": "setting_up",
    **dict.fromkeys(("tables.corrections", "tables.card_sets"), "reading_table"),
    **dict.fromkeys(("tables.told", "tables.rebuilt", "tables.call"), "dealing"),
    **dict.fromkeys(("tables.config", "card_sets.list", "alarms.list"), "keeping_house"),
    **dict.fromkeys(_REMEDIES, "overseeing"),
    "orders.send": "ordering",
    **dict.fromkeys(_PAST, "looking_back"),
    **dict.fromkeys(_EVIDENCE, "proving"),
    "rounds.face_down": "seeing_all",
    "house.events": "reading_house",
    **dict.fromkeys(("verifications.start", "verifications.last"), "proving"),
    "devices.list": "seeing_devices",
    **dict.fromkeys(("devices.attach", "devices.detach", "devices.bind", "devices.wish"), "setting_up"),
    **dict.fromkeys(("alarms.take", "alarms.acknowledge"), "supervising"),
    **dict.fromkeys(("card_sets.receive", "card_sets.issue", "card_sets.return", "card_sets.count"), "supervising"),
    "card_sets.destroy": "counting",
    **dict.fromkeys(("people.list", "people.readmit", "sessions.list", "sessions.end"), "setting_up"),
    **dict.fromkeys(_ADMINISTERING, "administering"),
}
POLICY: dict[str, Row] = {action: row_of(duty) for action, duty in DUTIES.items()}


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
