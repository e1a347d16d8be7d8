"""Rounds of the past: found, told, exported, and what came over the lines of their devices."""

from datetime import timedelta
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from app.api.body_fields import (
    MOST_CENTS,
    MOST_VERSION,
    NAME,
    TABLE,
    After,
    Body,
    Day,
    FramesAfter,
    Limit,
    Moment,
    RoundName,
    Words,
)
from app.api.documenting import problems
from app.api.event_responses import EventsTold, events_told
from app.api.finding import known_devices
from app.api.frame_pages import behind, next_of
from app.api.guard import Allowed, Asking
from app.api.replaying import told
from app.api.responses import answer, as_recorded
from app.api.searching import RoundFound, Wanted, search
from app.api.timeline import Timeline, timeline
from app.game.core.records import name_of
from app.game.rules.ruleset import Ruleset
from app.house.alarm_kinds import AlarmKind
from app.problems.problem import Problem
from app.shapes import model_of
from app.store.codec import encode
from app.store.log_reader import Asked, commands_between, round_key, round_of_number, round_row
from app.store.projecting import RoundRow
from app.surveillance.dispute import dispute_pack
from app.surveillance.dispute.story import Exported
from app.surveillance.export import export_script
from app.surveillance.frames import MOST_FRAMES, Clock, Frame, clocks_in, frames_in, of_round
from app.surveillance.loading import load_round
from app.surveillance.narrative import narrative
from app.surveillance.recorded import Recorded
from app.surveillance.summary import summary
from app.table_id import TableId

router = APIRouter(prefix="/rounds", tags=["rounds"])
PAGE = 50
ZIP = "application/zip"
MOST_COMMANDS = 1_000
_ACCEPTED = (None, None, None)
_OF_A_ROUND = problems("no_such_round", "record_broken")


class RoundsFound(NamedTuple):
    """A page of rounds; `next` is the `after` of the page behind it."""

    rounds: tuple[RoundFound, ...]
    """The rounds."""
    next: str | None
    """The `after` of the page behind this one; null if there is none."""


class RoundTold(NamedTuple):
    """A round in lines of text."""

    round: str
    """The name of the round."""
    lines: tuple[str, ...]
    """The round in lines of text."""


class CommandAsked(NamedTuple):
    """A command as it was asked, and what was answered: a refusal, or events from this version on."""

    id: str
    """The id that who asked had made."""
    type: str
    """The kind of the command."""
    body: str
    """The command as it is kept, in JSON."""
    actor: str
    code: str | None
    """The code of the refusal; null if it was accepted."""
    message: str | None
    """The refusal in words; null if it was accepted."""
    clause: str | None
    first_version: int
    """The version of the first event that it caused, or would have been."""
    events: int
    """How many events it caused; none if it was refused."""
    question: str | None
    """The id of the question that it answered; null where it answered none."""
    recorded_us: int


class CommandsAsked(NamedTuple):
    """What was asked in a round, in the order in which it was answered."""

    round: str
    """The name of the round."""
    commands: tuple[CommandAsked, ...]
    """The commands."""


class Frames(NamedTuple):
    """The frames of a round, and the clocks of the devices that told them."""

    round: str
    """The name of the round."""
    frames: tuple[Frame, ...]
    """The frames."""
    next: str | None
    """The `after` of the page behind this one; null if there is none."""
    clocks: tuple[Clock, ...]
    """How the devices' clocks stood to the server's."""


class PackWanted(Body):
    """Why somebody wants a dispute pack."""

    reason: Words
    """Why it is exported: it stands in the pack, and in the log of the house."""


class FaceDownCard(NamedTuple):
    """A card that lay face down in a round that is over."""

    commitment: str
    card: str
    """The card: rank and suit, such as 8S."""
    salt: str
    """The salt that proves the card, in hexadecimal."""


class FaceDownCards(NamedTuple):
    """The cards that lay face down."""

    round: str
    """The name of the round."""
    cards: tuple[FaceDownCard, ...]
    """The cards that lay face down."""


@router.get("", name="rounds.search", response_model=model_of(RoundsFound), responses=problems("no_such_round"))
async def find(
    asking: Allowed,
    first_day: Annotated[Day | None, Query(description="The first gaming day; without, a week.")] = None,
    last_day: Annotated[Day | None, Query(description="The last gaming day; without: today.")] = None,
    table: Annotated[str | None, Query(pattern=TABLE, description="Of this table only.")] = None,
    card: Annotated[str | None, Query(pattern="^[2-9TJQKA][SHDC]$", description="In which this card lay.")] = None,
    cents: Annotated[
        int | None, Query(ge=1, le=MOST_CENTS, description="With a wager, a stake or a payment of just so much.")
    ] = None,
    player: Annotated[
        str | None, Query(pattern=r"^[\w ./#-]{1,64}$", description="In which this bettor had a wager.")
    ] = None,
    dealer: Annotated[str | None, Query(pattern=NAME, description="Which this person dealt, or a part of it.")] = None,
    state: Annotated[
        Literal["open", "complete", "void", "abandoned"] | None, Query(description="That ended like this.")
    ] = None,
    after: Annotated[
        str | None, Query(pattern=r"^[A-Za-z0-9-]{1,80}$", description="The `next` of the page before.")
    ] = None,
    from_us: Annotated[Moment | None, Query(description="That were on at this moment or after it.")] = None,
    to_us: Annotated[Moment | None, Query(description="That were opened at this moment or before it.")] = None,
    alarm: Annotated[
        AlarmKind | None, Query(description="With such an alarm between their opening and the table's next round.")
    ] = None,
    number: Annotated[
        int | None, Query(ge=1, le=MOST_VERSION, description="Of this number; with a table and no days, of any day.")
    ] = None,
    limit: Limit = PAGE,
) -> Response:
    """Rounds of the record, the newest day first and at each table the newest round first; at most 31 days at once,
    and of those the moments from `from_us` to `to_us` where these are given."""
    settings = asking.server.settings
    until = last_day or settings.gaming_day(asking.server.now_us())
    since = first_day or until - timedelta(days=6)
    async with asking.reads.connection() as connection:
        if table is not None and number is not None and first_day is None and last_day is None:
            known = await round_of_number(connection, TableId(table), number)
            since, until = (known.day, known.day) if known is not None else (since, until)
        wanted = Wanted(since, until, table, card, cents, player, dealer, state, after, from_us, to_us, alarm, number)
        found = await search(connection, wanted, limit)
    return answer(RoundsFound(tuple(found), found[-1].round if len(found) == limit else None))


@router.get("/{round}", name="rounds.one", response_model=model_of(RoundTold), responses=_OF_A_ROUND)
async def one(round: RoundName, asking: Allowed) -> Response:  # noqa: A002
    """The round in a few lines: state, dealer, each hand with its wagers and what they brought, what went wrong."""
    recorded, rules = await _recorded(asking, round)
    lines = await asking.reads.folded(lambda: tuple(summary(recorded, rules)))
    return answer(RoundTold(round, lines))


@router.get("/{round}/story", name="rounds.story", response_model=model_of(RoundTold), responses=_OF_A_ROUND)
async def story(round: RoundName, asking: Allowed) -> Response:  # noqa: A002
    """The round told event by event: what happened, what money it moved, who was asked what then."""
    recorded, rules = await _recorded(asking, round)
    lines = await asking.reads.folded(lambda: tuple(narrative(recorded, rules)))
    return answer(RoundTold(round, lines))


@router.get(
    "/{round}/script",
    name="rounds.script",
    response_class=Response,
    responses={
        200: {"description": "The script.", "content": {"text/plain": {"schema": {"type": "string"}}}},
        **problems("no_such_round", "record_broken", "cannot_export"),
    },
)
async def script(round: RoundName, asking: Allowed) -> Response:  # noqa: A002
    """The round as a round script, which `tablekeeper play` runs to the same settlement."""
    recorded, rules = await _recorded(asking, round)
    return PlainTextResponse(await asking.reads.folded(export_script, recorded, rules))


@router.get("/{round}/events", name="rounds.events", response_model=model_of(EventsTold), responses=_OF_A_ROUND)
async def events(
    round: RoundName,  # noqa: A002
    asking: Allowed,
    after: After = 0,
    limit: Limit = 200,
) -> Response:
    """The events of the round, in order."""
    row = await _row(asking, round)
    first, last = _page(row, after, limit)
    if first > row.last_version:
        return answer(EventsTold(()))
    return answer(events_told(await told(asking.reads, row.table.number, first, last)), lines=True)


@router.get("/{round}/commands", name="rounds.commands", response_model=model_of(CommandsAsked), responses=_OF_A_ROUND)
async def commands(round: RoundName, asking: Allowed) -> Response:  # noqa: A002
    """What was asked in the round, refusals too, in the order in which it was answered; at most 1,000 commands."""
    row = await _row(asking, round)
    async with asking.reads.connection() as connection:
        asked = await commands_between(connection, row)
    return as_recorded(CommandsAsked(round, tuple(map(_asked, asked[:MOST_COMMANDS]))))


@router.get("/{round}/frames", name="rounds.frames", response_model=model_of(Frames), responses=_OF_A_ROUND)
async def frames(
    round: RoundName,  # noqa: A002
    asking: Allowed,
    after: FramesAfter = None,
    limit: Annotated[int, Query(ge=1, le=MOST_FRAMES, description="At most so many.")] = MOST_FRAMES,
) -> Response:
    """What came over the lines of the table's devices in the round, and what that says; at most 2,000 frames a page."""
    row, devices = await _row(asking, round), known_devices(asking)
    async with asking.reads.connection() as connection:
        stretch = await of_round(connection, row)
        found = await frames_in(connection, stretch, devices, row, behind(after), limit)
        clocks = await clocks_in(connection, stretch, devices)
    return answer(Frames(round, tuple(found), next_of(found, limit), tuple(clocks)))


@router.get("/{round}/timeline", name="rounds.timeline", response_model=model_of(Timeline), responses=_OF_A_ROUND)
async def round_timeline(
    round: RoundName,  # noqa: A002
    asking: Allowed,
    after: After = 0,
    limit: Limit = 200,
) -> Response:
    """The events of the round in their lanes, with the money that they moved, who did it and where he was signed in."""
    row = await _row(asking, round)
    first, last = _page(row, after, limit)
    return answer(await timeline(asking.reads, row.table.number, first, last, row.last_version), lines=True)


@router.get(
    "/{round}/face-down",
    name="rounds.face_down",
    response_model=model_of(FaceDownCards),
    responses=problems("no_such_round", "record_broken", "no_grant"),
)
async def face_down(round: RoundName, asking: Allowed) -> Response:  # noqa: A002
    """The cards that lay face down, once the round is over; only for who has been granted to see them, and noted."""
    async with asking.reads.room():
        recorded, _rules, _rows = await load_round(asking.server.database, round)
    await asking.server.people.sees_face_down(asking.caller, round)
    cards = [FaceDownCard(seal, str(each.card), each.salt.hex()) for seal, each in recorded.opened.items()]
    return answer(FaceDownCards(round, tuple(cards)))


@router.post(
    "/{round}/dispute-pack",
    name="rounds.dispute_pack",
    response_class=Response,
    responses={
        200: {
            "description": "The pack; `X-Pack-SHA256` is its SHA-256, as the log of the house has it.",
            "content": {ZIP: {"schema": {"type": "string", "format": "binary"}}},
        },
        **problems("no_such_round", "record_broken", "pack_too_large"),
    },
)
async def pack(round: RoundName, wanted: PackWanted, asking: Allowed) -> Response:  # noqa: A002
    """All that the record has of the round in one signed zip file, which `verify.py` in it verifies on any machine. The
    log of the house names who took it, why, and its SHA-256."""
    server, caller, reads = asking.server, asking.caller, asking.reads
    await _row(asking, round)
    await server.tables.signer.sign_soon()
    by = Exported(caller.actor, wanted.reason, server.now_us())
    devices = known_devices(asking)
    made = await reads.beside(lambda: dispute_pack(server.database, server.settings, round, by, devices))
    await server.people.takes_pack(caller, round, wanted.reason, made.sha256)
    headers = {"Content-Disposition": f'attachment; filename="dispute-{round}.zip"', "X-Pack-SHA256": made.sha256}
    return Response(made.data, media_type=ZIP, headers=headers)


def _page(row: RoundRow, after: int, limit: int) -> tuple[int, int]:
    """The first and the last version of a page of the round's events."""
    first = max(row.opened_version, after + 1)
    return first, min(row.last_version, first + limit - 1)


async def _recorded(asking: Asking, name: str) -> tuple[Recorded, Ruleset]:
    """The round; what nobody turned up stays face down in it."""
    async with asking.reads.room():
        recorded, rules, _rows = await load_round(asking.server.database, name)
    return recorded._replace(opened={}), rules


async def _row(asking: Asking, name: str) -> RoundRow:
    async with asking.reads.connection() as connection:
        row = await round_row(connection, round_key(name))
    if row is None:
        raise Problem("no_such_round", f"There is no round {name}.")
    return row


def _asked(asked: Asked) -> CommandAsked:
    refused = asked.refused
    code, message, clause = (refused.code, refused.message, refused.clause) if refused is not None else _ACCEPTED
    return CommandAsked(
        str(asked.id),
        name_of(type(asked.command)),
        encode(asked.command),
        asked.actor,
        code,
        message,
        clause,
        asked.first_version,
        asked.events,
        asked.question,
        asked.recorded_us,
    )
