"""Accounts: who has one, what each may do, PINs; and the signs, which only look."""

from typing import Annotated, NamedTuple, get_args

from fastapi import APIRouter, Path, Response
from pydantic import Field

from app.api.body_fields import NAME, Asked, Body, Day, Name, Number, Pin, Short, Words
from app.api.documenting import problems
from app.api.finding import check_known
from app.api.guard import Allowed
from app.api.responses import answer, nothing
from app.house.roles import PersonRole
from app.house.state import Person
from app.house.subjects.people import commands as c
from app.shapes import model_of

router = APIRouter(tags=["people"])

MOST_HOURS = 7 * 24


class PersonShown(NamedTuple):
    """Somebody with an account."""

    name: str
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None
    licence: str | None
    licensed_through: str | None
    sees_face_down: bool
    suspended: bool
    """Whether the account may not be used."""
    failures: int
    """How many wrong PINs in a row, in all lanes together."""
    locked_until_us: int
    """Until when the lane that waits longest has to wait, in microseconds since 1970."""
    has_pin: bool
    """Whether there is a PIN under which somebody can sign in."""


class PeopleListed(NamedTuple):
    """Everybody with an account."""

    people: tuple[PersonShown, ...]
    """The people who have an account."""


class Account(Asked):
    """What there is to say of somebody's account."""

    shown: Short
    """The name as people read it."""
    roles: Annotated[list[PersonRole], Field(min_length=1, max_length=len(get_args(PersonRole)))]
    """What he does in the house; who has several may what any of them may."""
    badge: Short | None = None
    """What a reader at the terminal reads from his badge."""
    licence: Short | None = None
    """The number of his licence."""
    licensed_through: Day | None = None
    """The last day of his licence."""
    sees_face_down: bool = False
    """Whether he may see what lay face down, once a round is over: a grant of its own, for surveillance."""

    @property
    def last_day(self) -> str | None:
        """The last day of the licence as it stands in the record."""
        return self.licensed_through.isoformat() if self.licensed_through is not None else None


class NewAccount(Account):
    """Somebody who had no account."""

    name: Name
    """The name of the account: it stands in every record, and is never used for somebody else."""
    pin: Annotated[Pin | None, Field(repr=False)] = None
    """The PIN: 6 to 12 digits; without one nobody can sign in under this name yet."""


class NewPin(Body):
    """Another PIN."""

    pin: Annotated[Pin, Field(repr=False)]
    """The PIN: 6 to 12 digits."""


class NewCode(Body):
    """A one-time code is wanted."""

    hours: Annotated[int, Field(ge=1, le=MOST_HOURS)] = 24
    """For how many hours it is good."""


class CodeAdmitted(NamedTuple):
    """A one-time code, which is not told again, and until when it is good."""

    name: str
    code: str
    """The one-time code."""
    until_us: int
    """Until when it is good, in microseconds since 1970."""


class Suspension(Asked):
    """Somebody may not use his account any more."""

    reason: Words
    """Why."""


class NewDisplay(Body):
    """A sign that is put up."""

    display: Name
    """A name for it, such as sign-7."""
    table: Number
    """The table at which it hangs."""


class DisplayShown(NamedTuple):
    """A sign."""

    display: str
    table: str


class DisplaysListed(NamedTuple):
    """Every sign that may look."""

    displays: tuple[DisplayShown, ...]
    """The signs."""


class DisplayAdmitted(NamedTuple):
    """A sign, and its token, which is not told again."""

    display: str
    table: str
    token: str
    """The token: whoever has it is taken for this person or sign. It is not told again."""


PersonName = Annotated[str, Path(pattern=NAME, description="The name of the account.")]
DisplayName = Annotated[str, Path(pattern=NAME, description="The name of the sign.")]
_WRONG = ("bad_person", "no_change", "house_refused", "id_reused")


@router.get("/people", name="people.list", response_model=model_of(PeopleListed), responses=problems())
async def listed(asking: Allowed) -> Response:
    """Everybody with an account."""
    people = asking.server.house.now.people
    return answer(PeopleListed(tuple(map(_shown, people))))


@router.post(
    "/people",
    name="people.add",
    status_code=201,
    response_model=model_of(PersonShown),
    responses=problems("weak_pin", "taken", "house_full", *_WRONG),
)
async def add(new: NewAccount, asking: Allowed) -> Response:
    """Give somebody an account."""
    command = c.AddPerson(
        new.name, new.shown, tuple(new.roles), new.badge, new.licence, new.last_day, new.sees_face_down
    )
    return answer(_shown(await asking.server.people.add(asking.caller, command, new.pin, new.id)), 201)


@router.put(
    "/people/{name}",
    name="people.change",
    response_model=model_of(PersonShown),
    responses=problems("not_found", "taken", "last_administrator", *_WRONG),
)
async def change(name: PersonName, account: Account, asking: Allowed) -> Response:
    """Say anew what somebody may do, and his licence. Who is signed in stays so, with what he may do now."""
    command = c.ChangePerson(
        name, account.shown, tuple(account.roles), account.badge, account.licence, account.last_day,
        account.sees_face_down,
    )  # fmt: skip
    return answer(_shown(await asking.server.people.change(asking.caller, command, account.id)))


@router.post(
    "/people/{name}/suspension",
    name="people.suspend",
    status_code=204,
    responses=problems("not_found", "last_administrator", *_WRONG),
)
async def suspend(name: PersonName, why: Suspension, asking: Allowed) -> Response:
    """Suspend somebody: nobody signs in under this name, and who is signed in is out within a second."""
    await asking.server.people.suspend(asking.caller, name, why.reason, why.id)
    return nothing()


@router.delete(
    "/people/{name}/suspension", name="people.readmit", status_code=204, responses=problems("not_found", *_WRONG)
)
async def readmit(name: PersonName, asking: Allowed) -> Response:
    """Readmit somebody, after a suspension or after too many wrong PINs."""
    await asking.server.people.readmit(asking.caller, name)
    return nothing()


@router.put(
    "/people/{name}/pin", name="people.set_pin", status_code=204, responses=problems("not_found", "weak_pin", *_WRONG)
)
async def set_pin(name: PersonName, new: NewPin, asking: Allowed) -> Response:
    """Give somebody another PIN; sessions under the old one end."""
    await asking.server.people.set_pin(asking.caller, name, new.pin)
    return nothing()


@router.post(
    "/people/{name}/code",
    name="people.make_code",
    status_code=201,
    response_model=model_of(CodeAdmitted),
    responses=problems("not_found", "house_refused"),
)
async def make_code(name: PersonName, wanted: NewCode, asking: Allowed) -> Response:
    """Make a one-time code, with which somebody chooses a PIN of his own. A PIN that he has stays good until then."""
    return answer(CodeAdmitted(name, *await asking.server.people.make_code(asking.caller, name, wanted.hours)), 201)


@router.get("/displays", name="displays.list", response_model=model_of(DisplaysListed), responses=problems())
async def displays(asking: Allowed) -> Response:
    """Every sign that may look."""
    found = asking.server.house.now.displays
    return answer(DisplaysListed(tuple([DisplayShown(each.id, each.table) for each in found])))


@router.post(
    "/displays",
    name="displays.add",
    status_code=201,
    response_model=model_of(DisplayAdmitted),
    responses=problems("bad_display", "no_such_table", "taken", "house_full", "house_refused"),
)
async def add_display(new: NewDisplay, asking: Allowed) -> Response:
    """Let a sign look at its table: it gets a token for that and nothing else."""
    await check_known(asking.server, new.table)
    token = await asking.server.people.add_display(asking.caller, new.display, new.table)
    return answer(DisplayAdmitted(new.display, new.table, token), 201)


@router.delete(
    "/displays/{display}", name="displays.remove", status_code=204, responses=problems("not_found", "house_refused")
)
async def remove_display(display: DisplayName, asking: Allowed) -> Response:
    """Let the sign look no more."""
    await asking.server.people.remove_display(asking.caller, display)
    return nothing()


def _shown(person: Person) -> PersonShown:
    """The account, without anything that is made from its PIN."""
    return PersonShown(
        person.name, person.shown, person.roles, person.badge, person.licence, person.licensed_through,
        person.sees_face_down, person.suspended, person.failures, person.locked_until_us, bool(person.pin_seal),
    )  # fmt: skip
