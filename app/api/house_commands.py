"""What is asked of the house, and who signs for it."""

from collections.abc import Sequence
from uuid import UUID

from app.api.body_fields import Signed
from app.api.guard import Asking
from app.house.records import HouseCommand
from app.house.refusal_in_words import RefusedInWords
from app.house.state import House
from app.people.caller import Caller
from app.people.policy import check
from app.problems.problem import Problem
from app.terminal.signatures import check_apart


async def done_in_the_house(asking: Asking, id_: UUID, command: HouseCommand) -> House:
    """The house after the command; a refusal is a problem."""
    caller = asking.caller
    at = await asking.server.house_log.ask(id_, command, f"{caller.actor} at {caller.where}")
    if isinstance(at, RefusedInWords):
        raise Problem(at.code, at.message)
    asking.server.house.moved(at)
    return at.state


async def signer(asking: Asking, signed: Signed) -> Caller:
    """Who signs for this act, by name or badge and PIN; he has to be somebody who may do it himself."""
    server, where = asking.server, asking.caller.where
    found = await server.people.for_one_act(signed.who, signed.pin, asking.action, where, asking.caller)
    _check(asking, found)
    return found


def _check(asking: Asking, who: Caller) -> None:
    try:
        check(who, asking.action, None, on_duty=False)
    except Problem as problem:
        asking.server.people.refused(who, asking.action, problem.code, asking.caller.where)
        raise


async def two_people(asking: Asking, signatures: Sequence[Signed]) -> tuple[str, str]:
    """Two different people: those who sign, or who asks and the one who signs beside him."""
    signers = [await signer(asking, each) for each in signatures]
    for each in (asking.caller, *signers):  # a signature takes a while, and others change roles and sessions meanwhile
        _check(asking, asking.server.people.now(each))
    names = [each.name for each in signers]
    first, second = names if len(names) > 1 else (asking.caller.name, *names)
    if first == second:
        raise Problem("same_person", f"Two different people are needed, and {first} is one.")
    check_apart(asking.server.house.now, (first, second))
    return first, second
