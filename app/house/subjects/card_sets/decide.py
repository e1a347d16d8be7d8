"""What becomes of a command about sets of cards.

A set comes into the house sealed, goes to one table with its seal whole, comes back, is counted by two people, and is
destroyed before two. One that comes back with its seal whole is sealed as before; whether a table has it, or has had
it, is looked at before that is asked here. A house that has never received a set keeps no register, and its tables
bring sets as they like.
"""

from app.game.commands import BringSet
from app.game.core.cards import DECK
from app.game.core.message import Parts, message
from app.house.kinds import Decided
from app.house.refusal import Refused, refused
from app.house.state import CardStock, House, SetState, card_set_of
from app.house.subjects.card_sets import commands as c
from app.house.subjects.card_sets import events as e

MOST_SETS = 5_000
MOST_LETTERS = 60
MOST_DECKS = 16
STATES: dict[SetState, str] = {
    "sealed": "set_states.sealed", "in_use": "set_states.in_use", "returned": "set_states.returned",
    "counted_out": "set_states.counted_out",
}  # fmt: skip
MAY_BE_DESTROYED: tuple[SetState, ...] = ("sealed", "counted_out")
MAY_BE_COUNTED: tuple[SetState, ...] = ("returned", "counted_out")


def set_refusal(house: House, brings: BringSet, table: str, decks: int) -> Refused | None:
    """Why this set may not be brought at this table, which plays so many decks, if the house keeps a register."""
    if not house.sets_received:
        return None
    found = card_set_of(house, brings.set_id)
    if found is None:
        return _unknown(brings.set_id)
    if found.state != "in_use":
        return _not_so(found, "set_not_ready.not_issued")
    if found.table != table:
        return _not_so(found, "set_not_ready.used_elsewhere")
    if (found.colour.lower(), found.decks) == (brings.colour.lower(), decks):
        return None
    by_register: Parts = {"set": found.id, "colour": found.colour, "decks": found.decks}
    return refused("bad_set.not_as_registered", {**by_register, "brought": brings.colour, "plays": decks})


def _unknown(set_id: str) -> Refused:
    return refused("no_such_set", {"set": set_id})


def _not_so(found: CardStock, sentence: str) -> Refused:
    return refused(sentence, {"set": found.id, "state": message(STATES[found.state], table=found.table)})


def receive_set(house: House, command: c.ReceiveSet) -> Decided:
    wrong = _wrong(command) or _taken(house, command)
    if wrong is not None:
        return wrong
    if len(house.card_sets) >= MOST_SETS:
        return refused("too_many_sets", {"most": MOST_SETS})
    stock = CardStock(command.set_id, command.seal, command.colour, command.decks)
    return (e.SetReceived(stock, command.by),)


def _wrong(command: c.ReceiveSet) -> Refused | None:
    """What is wrong with the set by itself."""
    for what, text in (("id", command.set_id), ("seal", command.seal), ("colour", command.colour)):
        if not text.strip() or len(text) > MOST_LETTERS:
            return refused("bad_set.text", {"what": what, "most": MOST_LETTERS})
    if not 1 <= command.decks <= MOST_DECKS:
        return refused("bad_set.decks", {"most": MOST_DECKS})
    return None if command.by.strip() else refused("bad_set.who_received_it")


def _taken(house: House, command: c.ReceiveSet) -> Refused | None:
    """Whether the house has another set of this name or seal."""
    if card_set_of(house, command.set_id) is not None:
        return refused("bad_set.known_already", {"set": command.set_id})
    other = next((each for each in house.card_sets if each.seal == command.seal), None)
    if other is None:
        return None
    return refused("bad_set.seal_of_another", {"seal": command.seal, "set": other.id})


def issue_set(house: House, command: c.IssueSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state != "sealed":
        return _not_so(found, "set_not_ready.not_sealed")
    if command.seal != found.seal:
        return _other_seal(found)
    if not command.table or not command.by.strip():
        return refused("bad_set.who_takes_it_where")
    return (e.SetIssued(command.set_id, command.table, command.by),)


def _other_seal(found: CardStock) -> Refused:
    return refused("seal_differs", {"set": found.id})


def return_set(house: House, command: c.ReturnSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state != "in_use":
        return _not_so(found, "set_not_ready.at_no_table")
    if not command.by.strip():
        return _nobody()
    if not command.seal:
        return (e.SetReturned(command.set_id, command.by),)
    return (e.SetPutBack(command.set_id, command.by),) if command.seal == found.seal else _other_seal(found)


def _nobody() -> Refused:
    return refused("bad_set.who_brings_it_back")


def count_out_set(house: House, command: c.CountOutSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state not in MAY_BE_COUNTED:
        return _not_so(found, "set_not_ready.not_back")
    whole = found.decks * len(DECK)
    if not 0 <= command.cards <= 2 * whole:
        return refused("bad_set.cards", {"decks": found.decks, "whole": whole, "cards": command.cards})
    if not _two(command.by):
        return refused("same_person.counts_a_set")
    return (e.SetCountedOut(command.set_id, command.cards, whole - command.cards, command.by),)


def destroy_set(house: House, command: c.DestroySet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state not in MAY_BE_DESTROYED:
        return _not_so(found, "set_not_ready.not_counted")
    if not _two(command.by):
        return refused("same_person.destroys_a_set")
    return (e.SetDestroyed(command.set_id, command.by),)


def _two(by: tuple[str, str]) -> bool:
    return by[0] != by[1] and all([name.strip() for name in by])
