"""Voids and reconstructions: what waits for a signature, what was done in a round, what the book lets be done about it,
and what that would come to."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Response
from pydantic import Field

from app.api.body_fields import MOST_VERSION, After, Body, TableNumber
from app.api.documenting import problems
from app.api.finding import table_here
from app.api.guard import Allowed, Asking
from app.api.rebuilt_view import rebuilt_in, rows_if_rebuilt
from app.api.remedying import (
    RefusedNow,
    RemediesAllowed,
    RemediesListed,
    RemedyListed,
    RemedyPreviewed,
    RoundActs,
    acts_listed,
    may_not_sign,
    moves_of,
    previewed,
    rebuilt_told,
    refused_now,
    signed_told,
    voids_told,
)
from app.api.responses import answer
from app.api.shaped import Shaped
from app.game import commands as c
from app.game.core.records import name_of
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord, Table, Waiting
from app.game.events import RemedySigned
from app.game.rules.ruleset import Ruleset
from app.game.subjects.remedies.allowed_remedies import may_be_rebuilt, may_be_void
from app.game.subjects.remedies.anonymous_cards import meant, named, names_of
from app.game.subjects.remedies.previews import Shown, shown
from app.game.subjects.remedies.proposals import dealers_of
from app.game.subjects.remedies.signed_remedies import signed
from app.game.views.audiences import DealerView, dealer_view
from app.language.rendering import say
from app.problems.problem import Problem
from app.problems.refusal_catalogue import REFUSALS
from app.shapes import model_of
from app.store import schema
from app.store.log_reader import entries, event_of, round_of_number
from app.surveillance.loading import load_record, load_round
from app.table_id import TableId
from app.terminal.order_records import who_tapped
from app.terminal.remedy_signatures import on_the_table

router = APIRouter(prefix="/tables/{number}/remedies", tags=["remedies"])
RoundAsked = Annotated[
    int | None,
    Query(ge=1, le=MOST_VERSION, description="The number of an earlier round; without: the round on the table."),
]
_OF_A_ROUND = ("no_such_table", "no_such_round", "held_elsewhere", "frozen", "record_broken")


class RemedyAsked(Body):
    """A void or a reconstruction that somebody thinks of."""

    remedy: Annotated[c.Void | c.Reconstruct, Shaped(c.Void, c.Reconstruct)]
    """What is proposed, as it would be signed."""
    round: Annotated[int | None, Field(ge=1, le=MOST_VERSION)] = None
    """The number of the earlier round that it is about; without one, the round on the table."""


class RoundRebuilt(NamedTuple):
    """How the round on the table was before two people signed that it is rebuilt, and how it was then; null where no
    reconstruction has come behind the version that was named. `rebuilt_at`: the table's version with the last one."""

    table: str
    version: int
    round: int
    """The number of the round; nothing before the first."""
    rebuilt_at: int | None
    """The table's version with the last reconstruction of the round that is news; null: there is none."""
    was: DealerView | None
    """The round as it was before; null where nothing was rebuilt."""
    becomes: DealerView | None
    """The round as it was rebuilt; null where nothing was."""


class _About(NamedTuple):
    """A round of the table, with the book it is played under. `given`: its record, if it is an earlier one."""

    number: int
    version: int
    table: Table
    rules: Ruleset
    given: RoundRecord | None
    tapped: tuple[str, ...]

    @property
    def record(self) -> RoundRecord:
        return self.given or on_the_table(self.table)


@router.get("", name="tables.remedies", response_model=model_of(RemediesListed), responses=problems(*_OF_A_ROUND))
async def waiting(number: TableNumber, asking: Allowed) -> Response:
    """The voids and reconstructions that somebody has signed and another has to sign, of any round of the table. Who
    signs sends `seal` as `seen`, and nothing more."""
    actor = await table_here(asking.server, number)
    version, found = actor.version, []
    for each in actor.table.waiting:
        about = await _about(asking, number, each.round)
        found.append(await _listed(asking, number, about, each))
    return answer(RemediesListed(number, version, tuple(found)))


@router.get("/acts", name="tables.remedy_acts", response_model=model_of(RoundActs), responses=problems(*_OF_A_ROUND))
async def acts(number: TableNumber, asking: Allowed, round: RoundAsked = None) -> Response:  # noqa: A002
    """What was done in a round after the wagers, as a reconstruction says it: unchanged, it makes the same round."""
    about = await _about(asking, number, round)
    listed = await asking.reads.folded(acts_listed, about.record, about.table if about.given is None else None)
    return answer(RoundActs(number, about.version, about.number, listed))


@router.get(
    "/allowed",
    name="tables.remedies_allowed",
    response_model=model_of(RemediesAllowed),
    responses=problems(*_OF_A_ROUND),
)
async def allowed(number: TableNumber, asking: Allowed, round: RoundAsked = None) -> Response:  # noqa: A002
    """What may be done about a round now: every void for every reason, and a reconstruction, each with its clause."""
    about = await _about(asking, number, round)
    at = about.table, about.rules, about.given
    found, voids = await asking.reads.folded(lambda: (may_be_rebuilt(*at), may_be_void(*at)))
    held = about.table.held.irregularity if about.table.held is not None else None
    nobody = may_not_sign(dealers_of(about.record), about.tapped)
    earlier = about.given is not None
    rebuilt = rebuilt_told(found) if earlier else signed_told(found, about.table, about.rules)
    book = about.rules.id, about.rules.hash
    round_ = number, about.version, about.number, earlier
    return answer(RemediesAllowed(*round_, held, rebuilt, voids_told(voids), nobody, *book))


@router.get("/rebuilt", name="tables.rebuilt", response_model=model_of(RoundRebuilt), responses=problems(*_OF_A_ROUND))
async def rebuilt(number: TableNumber, asking: Allowed, after: After = 0) -> Response:
    """What the reconstructions of the round on the table have changed since a version: for a dealer's terminal that was
    away meanwhile. The page says up to which version its dealer has seen it."""
    actor = await table_here(asking.server, number)
    version, table, rules = actor.version, actor.table, actor.rules
    round_ = table.round.number if table.round is not None else 0
    async with asking.reads.connection() as connection:
        row = await round_of_number(connection, TableId(number), round_)
        rows = await rows_if_rebuilt(connection, row, after) if row is not None else []
    found = await asking.reads.folded(rebuilt_in, rows, after)
    if found is None:
        return answer(RoundRebuilt(number, version, round_, None, None, None))
    views = dealer_view(found.was, rules), dealer_view(found.becomes, rules)
    return answer(RoundRebuilt(number, version, round_, found.version, *views))


@router.post(
    "/preview",
    name="tables.preview_remedy",
    response_model=model_of(RemedyPreviewed),
    responses=problems(*_OF_A_ROUND, *REFUSALS),
)
async def preview_remedy(number: TableNumber, proposed: RemedyAsked, asking: Allowed) -> Response:
    """What a void or a reconstruction would change: the round before and after, wager by wager and account by account.
    A reconstruction that is not whole, or has an act that cannot be done, is shown as far as it goes, with what may be
    done there. Nothing changes by asking."""
    about = await _about(asking, number, proposed.round, given=proposed.round is not None)
    found = await _shown(asking, about, meant(proposed.remedy, names_of(about.record, about.table)))
    if isinstance(found, Rejected):
        raise Problem(found.code, say(found.message), found.clause, {"version": about.version})
    told = await asking.reads.folded(previewed, number, about.version, about.rules, found, about.tapped)
    return answer(told)


async def _shown(asking: Asking, about: _About, remedy: c.Void | c.Reconstruct) -> Shown | Rejected:
    return await asking.reads.folded(shown, about.table, about.rules, remedy, about.given)


async def _about(asking: Asking, number: str, round_: int | None, *, given: bool = False) -> _About:
    """The round of this number as it now is. `given`: as an earlier one, even if it is the one on the table."""
    actor = await table_here(asking.server, number)
    version, table, rules = actor.version, actor.table, actor.rules
    current = table.round.number if table.round is not None else 0
    wanted = current if round_ is None else round_
    async with asking.reads.connection() as connection:
        row = await round_of_number(connection, TableId(number), wanted)
        tapped = await who_tapped(connection, row) if row is not None else ()
    if round_ is None or (round_ == current and not given):
        return _About(wanted, version, table, rules, None, tapped)
    if row is None:
        raise Problem("no_such_round", f"Table {number} has no round {wanted}.")
    async with asking.reads.room():
        _recorded, rules, _rows = await load_round(asking.server.database, row.round)
        return _About(wanted, version, table, rules, await load_record(asking.server.database, row.round), tapped)


async def _listed(asking: Asking, number: str, about: _About, waiting: Waiting) -> RemedyListed:
    """One that waits, looked at again: whether it comes to just what was signed."""
    found = await _shown(asking, about, waiting.remedy)
    refused = refused_now(found if isinstance(found, Rejected) else found.refused)
    if refused is None and not isinstance(found, Rejected) and found.seal != waiting.seal:
        changed = "The round's record has changed since it was signed."
        refused = RefusedNow("difference_changed", changed, None, None, None)
    return RemedyListed(
        waiting.seal, waiting.round, waiting.what, waiting.remedy.reason, waiting.clause,
        named(waiting.remedy, names_of(about.record, about.table)), signed(about.table, waiting.seal),
        await _since_us(asking, number, waiting), may_not_sign(dealers_of(about.record), about.tapped),
        refused is None, refused, moves_of(found) if isinstance(found, Shown) and refused is None else (),
    )  # fmt: skip


async def _since_us(asking: Asking, number: str, waiting: Waiting) -> int | None:
    """When it was signed first."""
    async with asking.reads.connection() as connection:
        row = await round_of_number(connection, TableId(number), waiting.round)
        if row is None:
            return None
        of_the_kind = schema.events.c.type == name_of(RemedySigned)
        since = schema.events.c.day >= row.day, schema.events.c.version >= row.opened_version
        found = await entries(connection, row.stream, *since, of_the_kind)
    times = [entry.event_us for entry in found if getattr(event_of(entry), "seal", "") == waiting.seal]
    return times[0] if times else None
