"""Who signs a command besides the one who asks for it, and whether that person may."""

from collections.abc import Iterable
from itertools import combinations

from app.game.core.kinds import NOBODY_SIGNS, Signatures
from app.game.registry import COMMANDS
from app.house.roles import who_may
from app.house.state import House
from app.house.subjects.people.decide import given_by
from app.people.authentication import People
from app.people.caller import Caller
from app.people.policy import grant_of
from app.problems.problem import Problem
from app.terminal.order_parsing import Order, command_name

# Who may sign for what is neither a correction nor a late amount.
AT_THE_TABLE = who_may("dealing")


# Of the choices for a hold only this one is signed by others than who makes it.
REBUILD = "reconstruct"
TWO_SUPERVISORS = Signatures(0, 2, by_supervisors=True)


def _needed(order: Order) -> Signatures:
    if command_name(order) == "Resolve" and getattr(order.command, "choice", "") == REBUILD:
        return TWO_SUPERVISORS
    return signatures_of(command_name(order))


def signatures_of(name: str) -> Signatures:
    """How many signatures the command of this name takes, and whose."""
    return _SIGNATURES.get(name, NOBODY_SIGNS)


_SIGNATURES = {kind.name: kind.signatures for kind in COMMANDS.values()}


async def signers_of(people: People, caller: Caller, order: Order, number: str) -> tuple[Caller, ...]:
    """Everybody who signs, each having shown who he is for this one act."""
    name = command_name(order)
    needed, given = _needed(order), len(order.signed_by)
    if given < needed.least:
        raise Problem("signature_needed", f"{name} needs the signature of somebody who gives name and PIN for it.")
    if given > needed.most:
        raise Problem("bad_request", f"{name} takes {needed.most} signatures, not {given}.")
    act = f"{name} at table {number}"
    signers = [await people.for_one_act(each.who, each.pin, act, caller.where, caller) for each in order.signed_by]
    check_may_sign(signers, name)
    return tuple(signers)


def check_apart(house: House, names: Iterable[str]) -> None:
    """Raise if one of those who sign gave another the PIN for it: he could be both."""
    for one, other in combinations(dict.fromkeys(names), 2):
        if given_by(house, one, other):
            raise Problem(
                "same_person",
                f"One of {one} and {other} gave the other the PIN, and could sign for both: have somebody else sign, or"
                " have another administrator make a new one-time code.",
            )


def two_people(caller: Caller, signers: tuple[Caller, ...], name: str) -> tuple[str, str]:
    """The names of the two who sign: two signers, or the caller and one. Whether they are two the table says."""
    first, second = signers if len(signers) > 1 else (caller, signers[0])
    if not who_may("supervising") & (first.roles | second.roles):
        raise Problem("not_allowed", f"{name}: one of the two who sign has to be a supervisor.")
    return first.name, second.name


def check_may_sign(signers: Iterable[Caller], name: str) -> None:
    """Raise if one of them has no role that may sign this."""
    for signer in signers:
        at_the_table = not signatures_of(name).by_supervisors and signer.roles & AT_THE_TABLE
        if not at_the_table and grant_of(signer.roles, f"command.{name}") != "yes":
            raise Problem("not_allowed", f"{signer.name} has no role that may sign {name}.")
