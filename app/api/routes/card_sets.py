"""Sets of cards, from their seal to their end: received, issued to a table, back, counted out, destroyed."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Response
from pydantic import Field

from app.api.body_fields import Asked, Number, Short, Signatures
from app.api.documenting import NOT_SIGNED, problems
from app.api.finding import check_known
from app.api.given_up import check_never_brought, given_up
from app.api.guard import Allowed, Asking
from app.api.house_commands import done_in_the_house, two_people
from app.api.responses import answer
from app.house.records import HouseCommand
from app.house.state import CardStock, card_set_of
from app.house.subjects.card_sets import commands as c
from app.shapes import model_of

router = APIRouter(prefix="/card-sets", tags=["sets of cards"])
ID = r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$"
SetId = Annotated[str, Path(pattern=ID, description="The id of the set.")]


class SetsListed(NamedTuple):
    """Every set of cards of the house but those that were destroyed."""

    card_sets: tuple[CardStock, ...]
    """The sets of cards."""


class SetAsItIs(NamedTuple):
    """A set of cards; null when it is no more."""

    card_set: CardStock | None
    """The set of cards; null when it was destroyed."""


class NewSet(Asked):
    """A sealed set that has come into the house."""

    set_id: Annotated[str, Field(pattern=ID)]
    """A name for it, never used for another."""
    seal: Short
    """The number on its seal."""
    colour: Short
    """The colour of the backs."""
    decks: Annotated[int, Field(ge=1, le=16)]
    """How many decks of 48 cards it has."""


class Issue(Asked):
    """A set goes to a table."""

    table: Number
    """The table."""
    seal: Short
    """The number on the seal, read again."""


class Back(Asked):
    """A set has come back from its table."""

    seal: Short | None = None
    """The number on its seal, read again, if the table never brought it: it is sealed as before."""


class Count(Asked):
    """A set was counted by two people."""

    cards: Annotated[int, Field(ge=0, le=2_000)]
    """How many cards there are."""
    signed_by: Signatures
    """Those who counted: two, or the one beside who asks."""


class Destruction(Asked):
    """A set was destroyed before two people."""

    signed_by: Signatures
    """Those who saw it: two, or the one beside who asks."""


_REFUSED = ("bad_set", "no_such_set", "set_not_ready", "house_refused", "id_reused")
_SIGNED = ("same_person", *NOT_SIGNED)


@router.get("", name="card_sets.list", response_model=model_of(SetsListed), responses=problems())
async def listed(asking: Allowed) -> Response:
    """The sets of cards of the house."""
    return answer(SetsListed(asking.server.house.now.card_sets))


@router.post(
    "",
    name="card_sets.receive",
    status_code=201,
    response_model=model_of(SetAsItIs),
    responses=problems("too_many_sets", *_REFUSED),
)
async def receive(new: NewSet, asking: Allowed) -> Response:
    """Enter a sealed set that has come into the house. From the first on, tables bring only sets issued to them."""
    command = c.ReceiveSet(new.set_id, new.seal, new.colour, new.decks, asking.caller.name)
    return await _after(asking, new, new.set_id, command, 201)


@router.post(
    "/{set_id}/issue",
    name="card_sets.issue",
    response_model=model_of(SetAsItIs),
    responses=problems("no_such_table", "seal_differs", *_REFUSED),
)
async def issue(set_id: SetId, to: Issue, asking: Allowed) -> Response:
    """Issue a set to a table, its seal whole."""
    await check_known(asking.server, to.table)
    return await _after(asking, to, set_id, c.IssueSet(set_id, to.table, to.seal, asking.caller.name))


@router.post(
    "/{set_id}/return",
    name="card_sets.return",
    response_model=model_of(SetAsItIs),
    responses=problems("seal_differs", "held_elsewhere", "frozen", *_REFUSED),
)
async def back(set_id: SetId, said: Back, asking: Allowed) -> Response:
    """Take a set back that its table has given up. One that was never brought goes back sealed, if its seal is said;
    the server that keeps the table is asked."""
    command = c.ReturnSet(set_id, asking.caller.name, said.seal or "")
    found = card_set_of((await asking.server.house_log.read()).state, set_id)
    if found is None or found.state != "in_use":  # the house says what of it, or that this was done
        return await _after(asking, said, set_id, command)
    async with given_up(asking.server, found):
        if said.seal is not None:
            await check_never_brought(asking.reads, found)
        return await _after(asking, said, set_id, command)


@router.post(
    "/{set_id}/count",
    name="card_sets.count",
    response_model=model_of(SetAsItIs),
    responses=problems(*_REFUSED, *_SIGNED),
)
async def count(set_id: SetId, counted: Count, asking: Allowed) -> Response:
    """Enter how many cards two people counted; a count that differs raises an alarm."""
    by = await two_people(asking, counted.signed_by)
    return await _after(asking, counted, set_id, c.CountOutSet(set_id, counted.cards, by))


@router.post(
    "/{set_id}/destroy",
    name="card_sets.destroy",
    response_model=model_of(SetAsItIs),
    responses=problems(*_REFUSED, *_SIGNED),
)
async def destroy(set_id: SetId, said: Destruction, asking: Allowed) -> Response:
    """Enter that a set was destroyed: counted out, or never used."""
    by = await two_people(asking, said.signed_by)
    return await _after(asking, said, set_id, c.DestroySet(set_id, by))


async def _after(asking: Asking, asked: Asked, set_id: str, command: HouseCommand, status: int = 200) -> Response:
    house = await done_in_the_house(asking, asked.id, command)
    return answer(SetAsItIs(card_set_of(house, set_id)), status)
