"""Orders to a table: every command that a person may give, with its id and the question that it answers."""

from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Body, Response

from app.api.body_fields import TableNumber
from app.api.documenting import NOT_SIGNED, problems
from app.api.finding import table_here
from app.api.guard import Allowed
from app.api.responses import answer
from app.api.shaped import DocumentedAs
from app.game import allowed_orders
from app.game.commands import ShuffleReason
from app.language.rendering import say
from app.problems.refusal_catalogue import REFUSALS
from app.shapes import model_of
from app.terminal.order_parsing import Order
from app.terminal.terminal import Ordered

router = APIRouter(prefix="/tables/{number}/orders", tags=["orders"])
# The terminal reads it itself, as it does what comes over a socket.
Said = Annotated[dict[str, Any], DocumentedAs(Order), Body(description="What is asked of the table.")]
_CODES = (
    "no_such_table", "no_such_round", "no_such_remedy", "no_such_set", "set_not_ready", "bad_set", "held_elsewhere",
    "id_reused", "question_closed", "frozen", "record_broken", "signature_needed", "not_a_dealer", "on_duty_elsewhere",
    "no_change", *NOT_SIGNED, *REFUSALS,
)  # fmt: skip


class OrderDone(NamedTuple):
    """An order that was accepted: the table's version after it, the first of its events and how many. `again`: it had
    been answered before."""

    id: str
    """The id of the order."""
    version: int
    first_version: int
    """The version of the first event that it caused, or would have been."""
    events: int
    """How many events it caused."""
    again: bool
    """Whether it had been answered before: then nothing more was done."""


class MayBeOrdered(NamedTuple):
    """Whether this may be ordered, and the clause that says so; else why not. `reason`: for what a shuffle is ordered;
    `box`: which one may squeeze."""

    command: allowed_orders.OrderName
    """The command that orders it."""
    reason: ShuffleReason | None
    """The reason for which a shuffle is ordered; null for all else."""
    box: int | None
    """The box that may squeeze; null for all else."""
    allowed: bool
    """Whether it may be ordered now."""
    clause: str | None
    """The clause that it rests on, or that forbids it; null where the book has none."""
    code: str | None
    """The code with which it would be refused; null where it may be ordered."""
    message: str | None
    """Why it may not be ordered; null where it may."""


class OrdersAllowed(NamedTuple):
    """What a supervisor may order at a table now."""

    table: str
    version: int
    orders: tuple[MayBeOrdered, ...]
    """Every order, whether it may be given or not."""


@router.get(
    "/allowed",
    name="tables.orders_allowed",
    response_model=model_of(OrdersAllowed),
    responses=problems("no_such_table", "held_elsewhere", "frozen", "record_broken"),
)
async def allowed(number: TableNumber, asking: Allowed) -> Response:
    """What a supervisor may order at the table now and what not, each with its clause: shuffles, another cut, the final
    rounds, a squeeze at each box, another dealer."""
    actor = await table_here(asking.server, number)
    found = allowed_orders.may_be_ordered(actor.table, actor.rules)
    return answer(OrdersAllowed(number, actor.version, tuple([_told(each) for each in found])))


def _told(found: allowed_orders.MayBeOrdered) -> MayBeOrdered:
    message = say(found.message) if found.message is not None else None
    return MayBeOrdered(
        found.command, found.reason, found.box, found.allowed, found.clause, found.code, message
    )  # fmt: skip


@router.post("", name="orders.send", response_model=model_of(OrderDone), responses=problems(*_CODES))
async def send(number: TableNumber, order: Said, asking: Allowed) -> Response:
    """Ask this of the table. It is answered when it is recorded. The same id again gets the same answer and changes
    nothing; a refusal by the rules comes with its code, and the clause where the book says so."""
    return answer(order_done(await asking.server.terminal.order(asking.caller, number, order)))


def order_done(ordered: Ordered) -> OrderDone:
    """What became of the order, as it goes out."""
    return OrderDone(str(ordered.id), *ordered[1:])
