"""What becomes of a command about sets of cards.

A set comes into the house sealed, goes to one table with its seal whole, comes back, is counted by two people, and is
destroyed before two. One that comes back with its seal whole is sealed as before; whether a table has it, or has had
it, is looked at before that is asked here. A house that has never received a set keeps no register, and its tables
bring sets as they like.
"""

from app.game.commands import BringSet
from app.game.core.cards import DECK
from app.house.kinds import Decided
from app.house.refused import Refused
from app.house.state import CardStock, House, SetState, card_set_of
from app.house.subjects.card_sets import commands as c
from app.house.subjects.card_sets import events as e

MOST_SETS = 5_000
MOST_LETTERS = 60
MOST_DECKS = 16
STATES: dict[SetState, str] = {
    "sealed": "is sealed, and at no table", "in_use": "is at table", "returned": "came back from table",
    "counted_out": "was counted out after table",
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
        return _not_so(found, "have it issued to the table first")
    if found.table != table:
        return _not_so(found, "it cannot be used elsewhere")
    if (found.colour.lower(), found.decks) == (brings.colour.lower(), decks):
        return None
    is_, said = f"is {found.colour}, of {found.decks} decks", f"{brings.colour}, and the table plays {decks} decks"
    return Refused(f"By the register set {found.id} {is_}; it was brought as {said}.", "bad_set")


def _unknown(set_id: str) -> Refused:
    return Refused(f"The house has no set {set_id!r}: it has to be received first.", "no_such_set")


def _not_so(found: CardStock, do: str) -> Refused:
    where = "" if found.state == "sealed" else f" {found.table}"
    return Refused(f"Set {found.id} {STATES[found.state]}{where}: {do}.", "set_not_ready")


def receive_set(house: House, command: c.ReceiveSet) -> Decided:
    wrong = _wrong(command) or _taken(house, command)
    if wrong:
        return Refused(wrong, "bad_set")
    if len(house.card_sets) >= MOST_SETS:
        return Refused(f"The house has {MOST_SETS} sets: destroy used ones first.", "too_many_sets")
    stock = CardStock(command.set_id, command.seal, command.colour, command.decks)
    return (e.SetReceived(stock, command.by),)


def _wrong(command: c.ReceiveSet) -> str:
    """What is wrong with the set by itself."""
    for what, text in (("id", command.set_id), ("seal", command.seal), ("colour", command.colour)):
        if not text.strip() or len(text) > MOST_LETTERS:
            return f"The set's {what} has 1 to {MOST_LETTERS} characters."
    if not 1 <= command.decks <= MOST_DECKS:
        return f"A set has 1 to {MOST_DECKS} decks."
    return "" if command.by.strip() else "Say who received it."


def _taken(house: House, command: c.ReceiveSet) -> str:
    """Whether the house has another set of this name or seal."""
    if card_set_of(house, command.set_id) is not None:
        return f"The house has a set {command.set_id!r} already."
    other = next((each for each in house.card_sets if each.seal == command.seal), None)
    return f"The seal {command.seal!r} is that of set {other.id}." if other is not None else ""


def issue_set(house: House, command: c.IssueSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state != "sealed":
        return _not_so(found, "only a sealed set goes to a table")
    if command.seal != found.seal:
        return _other_seal(found)
    if not command.table or not command.by.strip():
        return Refused("Say to which table it goes, and who takes it there.", "bad_set")
    return (e.SetIssued(command.set_id, command.table, command.by),)


def _other_seal(found: CardStock) -> Refused:
    words = f"The seal of set {found.id} is another: it was changed, or this is another set. Keep it back."
    return Refused(words, "seal_differs")


def return_set(house: House, command: c.ReturnSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state != "in_use":
        return _not_so(found, "only a set that is at a table comes back")
    if not command.by.strip():
        return _nobody()
    if not command.seal:
        return (e.SetReturned(command.set_id, command.by),)
    return (e.SetPutBack(command.set_id, command.by),) if command.seal == found.seal else _other_seal(found)


def _nobody() -> Refused:
    return Refused("Say who brings it back.", "bad_set")


def count_out_set(house: House, command: c.CountOutSet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state not in MAY_BE_COUNTED:
        return _not_so(found, "a set is counted after it has come back")
    whole = found.decks * len(DECK)
    if not 0 <= command.cards <= 2 * whole:
        return Refused(f"A set of {found.decks} decks has {whole} cards, not {command.cards}.", "bad_set")
    if not _two(command.by):
        return Refused("A set is counted by two different people.", "same_person")
    return (e.SetCountedOut(command.set_id, command.cards, whole - command.cards, command.by),)


def destroy_set(house: House, command: c.DestroySet) -> Decided:
    found = card_set_of(house, command.set_id)
    if found is None:
        return _unknown(command.set_id)
    if found.state not in MAY_BE_DESTROYED:
        return _not_so(found, "it has to come back and be counted first")
    if not _two(command.by):
        return Refused("A set is destroyed before two different people.", "same_person")
    return (e.SetDestroyed(command.set_id, command.by),)


def _two(by: tuple[str, str]) -> bool:
    return by[0] != by[1] and all([name.strip() for name in by])
