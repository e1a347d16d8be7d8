"""The tables: which there are, one as an audience sees it now, a new one, and what may be put right at it."""

from typing import Annotated, Any, NamedTuple, Union

import orjson
from fastapi import APIRouter, Response

from app.api.body_fields import Asked, AudienceAsked, Body, Number, Short, TableNumber, Words
from app.api.documenting import problems
from app.api.finding import check_known, table_here
from app.api.guard import Allowed, Asking, check_too
from app.api.responses import answer
from app.api.routes.orders import OrderDone, order_done
from app.api.shaped import Shaped
from app.api.viewing import DealerSees, FloorSees, SignSees, SurveillanceSees, seen
from app.books.rulebook import load_ruleset, ruleset_ids
from app.game import commands as c
from app.game.core.apply import EMPTY
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.state import Paper, Phase, TableConfig
from app.game.core.turn import stage
from app.game.decide import decide
from app.game.subjects.remedies.dealer_corrections import Correction, corrections
from app.game.subjects.wagers.decide import round_is_on
from app.house.state import Alarm
from app.language.rendering import say
from app.problems.problem import Problem
from app.server import Server
from app.shapes import model_of
from app.store.codec import encode
from app.store.known_tables import Kept, count_others, tables_kept
from app.table.intake.waiting_cards import ToldNow
from app.table_id import TableId
from app.terminal.failures import as_problems

router = APIRouter(prefix="/tables", tags=["tables"])
HERE = "here"
# As many as the list of the tables has; each takes a lease, memory, and a look twice a second.
MOST_TABLES = 2_000
_SHAPES: list[Any] = [model_of(each) for each in (SignSees, DealerSees, FloorSees, SurveillanceSees)]
AnySeen: Any = Union[tuple(_SHAPES)]  # noqa: UP007


class TableListed(NamedTuple):
    """A table in one line. `kept`: "here", the address of the server that keeps it, or nothing if none does; what that
    server has not told is null elsewhere."""

    number: str
    """The number of the table."""
    version: int
    kept: str
    """Who keeps the table: "here", the address of another server, or nothing if nobody does."""
    ruleset: str | None
    phase: str | None
    """How far the round is."""
    dealer: str | None
    """The name of the dealer; empty: nobody is on duty."""
    round: int | None
    """The number of the round; nothing before the first."""


class TablesListed(NamedTuple):
    """Every table that has ever been opened."""

    tables: tuple[TableListed, ...]
    """The tables."""


class NewTable(Asked):
    """A table that there was not."""

    number: Number
    """Its number: letters, digits and hyphens."""
    ruleset: Short
    """The id of the book that it is opened under."""
    config: Annotated[TableConfig, Shaped(TableConfig)]
    """How the house runs it; what the book does not allow is refused."""


class TableSetUp(NamedTuple):
    """How the house runs the table now. `round_on`: somebody has wagered on a round that is not over, and nothing of
    this changes before it is; `paper`: who enters rounds that were dealt on paper."""

    table: str
    version: int
    ruleset: str
    phase: Phase
    round_on: bool
    """Whether somebody has wagered on a round that is not over."""
    float_open: bool
    """Whether the table's float is open."""
    paper: Paper | None
    """Who enters rounds that were dealt on paper, and why; nothing while nobody does."""
    config: TableConfig


class CorrectionsOffered(NamedTuple):
    """The readings of the last cards that fit them too, at this version of the table."""

    table: str
    version: int
    corrections: tuple[Correction, ...]
    """What the dealer may put right."""


class ToldHere(NamedTuple):
    """What the shoe has reported that nobody has looked at yet, at this version of the table."""

    table: str
    version: int
    told: ToldNow
    """What the shoe has reported that nobody has looked at yet."""


class SetHere(NamedTuple):
    """A set of cards that was issued to the table; `brought`: the table has it."""

    set_id: str
    colour: str
    decks: int
    brought: bool
    """Whether the table has the set."""


class SetsHere(NamedTuple):
    """The sets of cards that this table may bring. Where the house keeps no register (`registered`), a
    table brings any set."""

    table: str
    registered: bool
    """Whether the house keeps a register of its sets."""
    card_sets: tuple[SetHere, ...]
    """The sets of cards that were issued to this table."""


class Call(Body):
    """Somebody at the table wants a supervisor."""

    words: Words
    """What it is about."""


@router.get("", name="tables.list", response_model=model_of(TablesListed), responses=problems())
async def listed(asking: Allowed) -> Response:
    """All tables, with what they are doing as far as this server keeps them."""
    async with asking.reads.connection() as connection:
        kept = await tables_kept(connection, MOST_TABLES)
    return answer(TablesListed(tuple([_line(asking.server, each) for each in kept])))


def _line(server: Server, kept: Kept) -> TableListed:
    number = kept.table.number
    actor = server.tables.live().get(number)
    if actor is None:
        told = server.neighbours.tables.get(number)
        listed = TableListed(number, kept.version, kept.address or "", None, None, None, None)
        if told is None:
            return listed
        return listed._replace(ruleset=told.ruleset, phase=told.phase, dealer=told.dealer)
    table = actor.table
    round_ = table.round.number if table.round is not None else None
    return TableListed(number, actor.version, HERE, actor.rules.id, stage(table), table.dealer, round_)


@router.post(
    "",
    name="tables.create",
    status_code=201,
    response_model=model_of(OrderDone),
    responses=problems(
        "no_such_ruleset", "held_elsewhere", "id_reused", "table_is_open", "bad_decks", "bad_option", "frozen",
        "house_full",
    ),
)  # fmt: skip
async def create(new: NewTable, asking: Allowed) -> Response:
    """Set up a table that there was not, under a book. What the book refuses is answered with its code and clause."""
    if new.ruleset not in ruleset_ids():
        raise Problem("no_such_ruleset", f"There is no book {new.ruleset}; there are {', '.join(ruleset_ids())}.")
    _check_can_be(new)
    await _check_room(asking, new.number)
    with as_problems(new.number):
        await asking.server.tables.open(new.number, new.ruleset)
    command = {"type": "OpenTable", "config": new.config, "ruleset": new.ruleset}
    order = orjson.loads(encode({"id": str(new.id), "question": None, "command": command}))
    return answer(order_done(await asking.server.terminal.order(asking.caller, new.number, order)), 201)


async def _check_room(asking: Asking, number: str) -> None:
    """Refuse a further table where the house has very many: nobody makes tables up until no other is looked after."""
    async with asking.reads.connection() as connection:
        others = await count_others(connection, TableId(number))
    if others >= MOST_TABLES:
        raise Problem("house_full", f"The house has {MOST_TABLES} tables, which is as many as it keeps.")


def _check_can_be(new: NewTable) -> None:
    """Refuse what the book refuses of any new table, before a lease is taken for it."""
    refused = decide(EMPTY, load_ruleset(new.ruleset), c.OpenTable(new.config, new.ruleset))
    if isinstance(refused, Rejected):
        raise Problem(refused.code, say(refused.message), refused.clause)


@router.get(
    "/{number}",
    name="tables.one",
    responses={
        200: {"description": "The table, as this audience sees it.", "model": AnySeen},
        **problems("no_such_table", "held_elsewhere", "frozen"),
    },
)
async def one(number: TableNumber, asking: Allowed, audience: AudienceAsked = "dealer") -> Response:
    """The table as it is now, as the audience sees it; it changes all the time, and the feed tells every change."""
    check_too(asking, f"feed.table.{audience}", number)
    actor = await table_here(asking.server, number)
    return answer(seen(audience, number, actor.version, actor.table, actor.rules))


@router.get(
    "/{number}/config",
    name="tables.config",
    response_model=model_of(TableSetUp),
    responses=problems("no_such_table", "held_elsewhere", "frozen"),
)
async def config(number: TableNumber, asking: Allowed) -> Response:
    """How the house runs the table now, for who changes it: whoever sets it up anew sends the whole of it."""
    actor = await table_here(asking.server, number)
    table, rules = actor.table, actor.rules
    return answer(TableSetUp(
        number, actor.version, rules.id, stage(table), round_is_on(Draft(table, rules)), table.float.open, table.paper,
        table.config,
    ))  # fmt: skip


@router.get(
    "/{number}/corrections",
    name="tables.corrections",
    response_model=model_of(CorrectionsOffered),
    responses=problems("no_such_table", "held_elsewhere", "frozen"),
)
async def corrections_offered(number: TableNumber, asking: Allowed) -> Response:
    """What the dealer may put right alone: the felt is right, and the record says something else of a tap."""
    actor = await table_here(asking.server, number)
    version, table = actor.version, actor.table
    found = await asking.reads.folded(corrections, table, actor.rules)
    return answer(CorrectionsOffered(number, version, found))


@router.get(
    "/{number}/told",
    name="tables.told",
    response_model=model_of(ToldHere),
    responses=problems("no_such_table", "held_elsewhere", "frozen", "stopping"),
)
async def told(number: TableNumber, asking: Allowed) -> Response:
    """What the shoe has told while the table holds: how many cards, and the faces of those that lie open."""
    actor = await table_here(asking.server, number)
    devices, version, table = asking.server.tables.devices, actor.version, actor.table
    if not devices.attends(number):
        raise Problem("stopping", f"This server lets go of table {number}.")
    found = await asking.reads.folded(devices.desk(number).told, table, actor.rules)
    return answer(ToldHere(number, version, found))


@router.get(
    "/{number}/card-sets",
    name="tables.card_sets",
    response_model=model_of(SetsHere),
    responses=problems("no_such_table", "held_elsewhere", "frozen"),
)
async def card_sets(number: TableNumber, asking: Allowed) -> Response:
    """The sets of cards that the house has issued to the table, so that nobody has to know their names."""
    actor = await table_here(asking.server, number)
    house = (await asking.server.house_log.read()).state
    here = [each.id for each in actor.table.sets]
    issued = [each for each in house.card_sets if each.state == "in_use" and each.table == number]
    sets = tuple([SetHere(each.id, each.colour, each.decks, each.id in here) for each in issued])
    return answer(SetsHere(number, house.sets_received > 0, sets))


@router.post(
    "/{number}/call",
    name="tables.call",
    response_model=model_of(Alarm),
    status_code=201,
    responses=problems("no_such_table", "too_many_alarms"),
)
async def call(number: TableNumber, wanted: Call, asking: Allowed) -> Response:
    """Call a supervisor to the table: an alarm, which stays open until somebody has looked after it."""
    await check_known(asking.server, number)
    return answer(await asking.server.alarms.call(asking.caller, number, wanted.words), 201)
