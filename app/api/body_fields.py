"""What comes in, by its kinds: each bounded, and named once for all routes."""

from datetime import date
from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from app.printable import printable
from app.realtime.audience import Audience
from app.shapes.plain import ChosenId

MOST_CENTS = 2**53
MOST_VERSION = 2**53
LONGEST_TEXT = 500


def _line(text: str) -> str:
    if text != text.strip():
        raise ValueError("it begins or ends with a space")
    return printable(text)


Text = Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(_line)]
Words = Annotated[str, Field(min_length=3, max_length=LONGEST_TEXT), AfterValidator(_line)]
Short = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_line)]
Pin = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_line)]
# No house has a record of other days, and dates near the ends of the calendar cannot be reckoned with.
Day = Annotated[date, Field(strict=False, ge=date(2000, 1, 1), le=date(2999, 12, 31))]

# The same days, as moments: microseconds since 1970.
Moment = Annotated[int, Field(ge=946_684_800_000_000, le=32_503_680_000_000_000)]

TABLE = r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}$"
NAME = r"^[A-Za-z0-9_-]{1,40}$"
Number = Annotated[str, Field(pattern=TABLE)]
Name = Annotated[str, Field(pattern=NAME)]
TableNumber = Annotated[str, Path(pattern=TABLE, description="The table's number.")]
RoundName = Annotated[
    str,
    Path(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9-]{0,39}-[0-9]{8}-[0-9]{1,15}$",
        description="The round, such as 7-20261118-1234: table, gaming day, number.",
    ),
]
AudienceAsked = Annotated[Audience, Query(description="As whom to look at the table.")]
FramesAfter = Annotated[
    str | None,
    Query(pattern=r"^[0-9]{1,17}\.[A-Za-z0-9_-]{1,40}\.[0-9]{1,15}$", description="The `next` of the page before."),
]
After = Annotated[int, Query(ge=0, le=MOST_VERSION, description="Only events behind this version.")]
Limit = Annotated[int, Query(ge=1, le=200, description="At most so many.")]


class Body(BaseModel):
    """What a request brings: exactly these fields, each of exactly this kind."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, use_attribute_docstrings=True)


class Asked(Body):
    """A request that changes something, under an id that who asks has made: the same id again changes nothing more."""

    id: ChosenId
    """Made by who asks, new for each wish: the same id again gets the same answer."""


class Signed(Body):
    """Somebody's signature under this one act."""

    who: Short
    """The name of the account, or what its badge reads."""
    pin: Annotated[Pin, Field(repr=False)]
    """The PIN of the one who signs."""


# Two people: those who sign, or who asks and the one who signs beside.
Signatures = Annotated[list[Signed], Field(min_length=1, max_length=2)]
