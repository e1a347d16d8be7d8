"""What a person may say to a table: the core's commands, without what the house knows by itself.

Who signs, who deals and until when he is licensed, which day it is, which card lies face down and where a card is known
from: none of that is said, so it cannot be said wrongly. What a device alone may tell has no shape here at all.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import Record, name_of
from app.game.registry import COMMANDS
from app.printable import checked
from app.problems.problem import Problem
from app.shapes.misfits import misfits
from app.shapes.model_of import model_of, union_of
from app.shapes.plain import ChosenId, Text
from app.shapes.shape import Shape
from app.shapes.value_of import record_of

MOST_SIGNERS = 2


class TypeCard(Record):
    """A card that somebody types, where no shoe tells it: whatever card the table waits for next."""

    card: Card


class SignRemedy(Record):
    """A supervisor signs a void or reconstruction, of the round on the table or of the earlier one of this number.
    `seen` is the seal of the difference in money that he was shown; where just that waits for a second signature, the
    seal says what is signed, and the remedy need not be said again."""

    seen: str
    """The seal of the difference in money that the signer was shown."""
    remedy: c.Void | c.Reconstruct | None = None
    """What is signed: a void, or the round as it should have been."""
    round: int | None = None
    """The number of the earlier round that is meant; nothing for the round on the table."""


def _said() -> Iterator[tuple[type[Record], tuple[str, ...]]]:
    """Commands that people may send, each with what is not said of it."""
    for kind in COMMANDS.values():
        if kind.type is c.DrawCard:
            yield TypeCard, ()
        elif kind.type is c.SignRemedy:
            yield SignRemedy, ()
        elif kind.who is not None:
            yield kind.type, kind.filled_in


# Commands that people may send, each with what is not said of it.
SAID = dict(_said())


def _model(type_: type, not_said: tuple[str, ...]) -> Any:
    return model_of(type_, without=not_said, said="Order" if not_said else "")


if TYPE_CHECKING:
    Said = BaseModel
else:
    Said = union_of([_model(type_, not_said) for type_, not_said in SAID.items()])


class Signer(Shape):
    """Somebody who signs, by name or badge and PIN."""

    who: Annotated[Text, Field(description="The name or badge of who signs.")]
    pin: Annotated[Text, Field(min_length=1, max_length=64, repr=False, description="The signer's PIN.")]


class Order(Shape):
    """What a person asks of a table."""

    id: Annotated[ChosenId, Field(description="Made by who asks; the same again gets the same answer.")]
    question: Annotated[
        Annotated[str, Field(max_length=600), AfterValidator(checked)] | None,
        Field(description="The id of the open question that this answers."),
    ] = None
    command: Annotated[Said, Field(description="What is asked.")]
    signed_by: Annotated[
        tuple[Signer, ...],
        Field(strict=False, max_length=MOST_SIGNERS, description="Who signs, where signatures are needed."),
    ] = ()


def command_name(order: Order) -> str:
    """The name of the command."""
    return name_of(record_of(order.command))


def read_order(order: Any) -> Order:
    """The order, or the problem with it; what was sent is not repeated, for there may be a PIN in it."""
    try:
        read = Order.model_validate(order)
    except ValidationError as error:
        found = misfits(error)
        code = "bad_message" if found.unknown_fields else "bad_request"
        raise Problem(code, found.words, details={"fields": found.fields}) from None
    if record_of(read.command) is TypeCard and read.question is None:
        raise Problem("bad_request", "A typed card says which open question it answers, so that none is typed twice.")
    return read
