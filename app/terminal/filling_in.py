"""What a person does not say, filled in: who signs, who deals and until when, what lies face down."""

from typing import Any, get_args

from app.game import commands as c
from app.game.core.records import name_of, replace
from app.house.roles import PersonRole, who_may
from app.house.state import House, person_of
from app.people.caller import Caller
from app.problems.problem import Problem
from app.shapes.value_of import record_of, value_of
from app.table.intake.turning import NOT_KNOWN
from app.terminal.order_parsing import Order, SignRemedy, TypeCard, command_name
from app.terminal.signatures import check_apart, signatures_of, two_people

Meant = c.Command | TypeCard | SignRemedy
# The table puts the card in, when the command's turn has come.
_FACE_DOWN: dict[type, Any] = {
    c.TurnUpBox: (), c.TurnUpHole: NOT_KNOWN, c.TurnUpKept: NOT_KNOWN, c.SeeHeld: NOT_KNOWN, c.DiscloseBurn: NOT_KNOWN,
}  # fmt: skip


def filled_in(order: Order, caller: Caller, signers: tuple[Caller, ...], house: House) -> Meant:
    """The command with what the house knows; the record that a signature is about is still to be found."""
    type_ = record_of(order.command)
    if signatures_of(name_of(type_)).two_people:
        by = two_people(caller, signers, name_of(type_))
        check_apart(house, by)
        return _value(order, by=by)
    if type_ in _FACE_DOWN:
        return _value(order, opened=_FACE_DOWN[type_])
    meant = _value(order)
    if isinstance(meant, c.DoStep):
        return _step(meant, signers[0] if signers else caller)
    if isinstance(meant, c.PlaceWager):
        return replace(meant, by=_signs(caller, signers))
    if isinstance(meant, c.ChangeDealer):
        return _dealer(meant, order, signers, house)
    return meant


def _value(order: Order, **also: Any) -> Meant:
    value: Meant = value_of(order.command, **also)
    if isinstance(value, c.CloseTable | c.BeginPaper) and not value.reason.strip():
        message = f"{command_name(order)} says why: give a `reason` in words for the record."
        raise Problem("bad_request", message, details={"fields": ["command.reason"]})
    return value


def _signs(caller: Caller, signers: tuple[Caller, ...]) -> str:
    """The supervisor who signs: another than the caller, or a supervisor who asks for it."""
    who = signers[0] if signers else caller
    return who.name if who_may("supervising") & who.roles else ""


def _step(step: c.DoStep, who: Caller) -> c.DoStep:
    """A step that the book wants of a role is done by somebody who has it."""
    if step.who in get_args(PersonRole) and step.who not in who.roles:
        message = f"{step.step} by a {step.who}: {who.name} is none. The {step.who} gives name and PIN for it."
        raise Problem("not_allowed", message)
    return replace(step, by=who.name)


def _dealer(change: c.ChangeDealer, order: Order, signers: tuple[Caller, ...], house: House) -> c.ChangeDealer:
    """Who relieves the dealer by signing for it is the dealer, whatever badge stands in the command."""
    dealer = change.dealer
    for signer, given in zip(signers, order.signed_by, strict=True):
        if dealer not in ("", signer.name, given.who):
            raise Problem("bad_request", f"{signer.name} signs, and {dealer} is to deal: the dealer signs himself.")
        dealer = signer.name
    return replace(change, dealer=dealer, licensed_through=_licensed_through(dealer, house))


def _licensed_through(dealer: str, house: House) -> str | None:
    """Until when the account says that this person may deal."""
    if not dealer:
        return None
    person = person_of(house, dealer)
    if person is None or person.suspended or "dealer" not in person.roles:
        raise Problem("not_a_dealer", f"{dealer} is nobody who deals here.")
    return person.licensed_through
