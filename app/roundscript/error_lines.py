"""From a line about an error at the table to the commands that it stands for.

A void is signed by two people; in a script these are two supervisors without a name. A choice that is the only one is
taken by itself after `faceup`, `short` and `interrupt`.
"""

from collections.abc import Callable

from app.game import commands as c
from app.game.core.state import DEALER, RoundRecord
from app.game.subjects.irregularities.reporting import REPORTING
from app.game.subjects.shoe.cutters import cutters
from app.game.subjects.shoe.preparation_steps import cards_to_cut, config_now, cut_due
from app.roundscript.dealing import Commands, Dealing
from app.roundscript.read import meant
from app.roundscript.vocabulary import bad, card_of, exactly, nothing_more, number_of

SUPERVISORS = ("a supervisor", "another supervisor")
_WORD = {"box": "BOX", "felt": "FELT_CARDS", "player": "PLAYER", "card": "CARD"}
# What each report is about, in the order of its words; an interruption has a line of its own.
ABOUT: dict[str, tuple[str, ...]] = {
    **{
        code: tuple([_WORD[each] for each in how.needs if each in _WORD])
        for code, how in REPORTING.items()
        if how.command in ("Report", "ReportDamage") and code != "interruption"
    },
    "count_shoe": ("CARDS",),
}


def face_up(words: list[str], dealing: Dealing) -> Commands:
    """A card lies face up in the shoe."""
    yield c.FindFaceUp(card_of(exactly(words, "CARD")[0]))
    if dealing.held_code() == "face_up_card":
        yield from _only_choice(dealing)


def short(words: list[str], dealing: Dealing) -> Commands:
    """A script begins with a full shoe: what is still in it was dealt before."""
    nothing_more(words)
    yield c.ReportShoeEmpty(dealing.table.shoe.left)
    yield from _only_choice(dealing)


def interrupt(words: list[str], dealing: Dealing) -> Commands:
    """A technical interruption."""
    nothing_more(words)
    yield c.Report("interruption")
    yield from _only_choice(dealing)


def _only_choice(dealing: Dealing) -> Commands:
    """The choice that is left, unless the script says how it goes on."""
    question = dealing.resolution()
    if question is not None and len(question.choices) == 1 and dealing.next_word != "resolve":
        yield from _chosen(question.choices[0], [], dealing)


def together(words: list[str], dealing: Dealing) -> Commands:
    """Two cards at once."""
    first, second = exactly(words, "CARD CARD")
    yield from dealing.hole_first()
    yield c.DrawTogether(card_of(first), card_of(second))


def error_down(words: list[str], dealing: Dealing) -> Commands:
    """A card that nobody saw, perhaps one that the dealer drew too early."""
    to_dealer = words[1:] == ["dealer"]
    card = card_of(exactly(words[:1] if to_dealer else words, "CARD")[0])
    yield c.DrawInError(dealing.put_face_down(card), to_dealer=to_dealer)


def report(words: list[str], dealing: Dealing) -> Commands:
    """Any other irregularity."""
    if not words or words[0] not in ABOUT:
        bad(f"after report write one of {', '.join(ABOUT)}{meant(words[0], ABOUT) if words else ''}")
    paid = words[-1] == "paid"
    code, said = words[0], words[1:-1] if paid else words[1:]
    if code == "misplaced_card" and said:
        yield c.Report(code, *_lies(exactly(said, "BOX[.HAND]|dealer")[0]), paid=paid)
        return
    first = code == "missed_card" and said[-1:] == ["first"]
    about = exactly(said[:-1] if first else said, " ".join(ABOUT[code]))
    if code == "damaged_card":
        yield c.ReportDamage(card_of(about[0]))
    elif code == "count_shoe":
        yield c.CountShoe(number_of(about[0]))
    else:
        box = number_of(about[0]) if about else None
        felt = number_of(about[1]) if code == "missed_card" else None
        player = about[1] if code == "missed_insurance_offer" else None
        yield c.Report(code, box, player, felt, paid=paid, first=first)


def _lies(where: str) -> tuple[int, None, None, int | None]:
    """Where a misplaced card lies."""
    box, hand = (DEALER, None) if where == "dealer" else _hand_of(where)
    return box, None, None, hand


def resolve(words: list[str], dealing: Dealing) -> Commands:
    """One of the choices for it."""
    if not words:
        bad("write the choice")
    yield from _chosen(words[0], words[1:], dealing)


def _chosen(choice: str, words: list[str], dealing: Dealing) -> Commands:
    """A choice with its words; a void is signed."""
    if choice in ("accept", "refuse"):
        box = number_of(exactly(words, "BOX")[0])
        yield c.AcceptCard(box) if choice == "accept" else c.RefuseCard(box)
    elif choice == "void_round" and dealing.offers(choice):
        yield from _signed(c.Void("round", dealing.held_code()), None)
    elif choice == "void_earlier" and dealing.offers(choice):
        yield from earlier([*words, dealing.held_code()], dealing)
    elif choice == "choose":
        yield c.Resolve(choice, card=card_of(exactly(words, "CARD")[0]))
    elif choice == "void_hand":
        yield c.Resolve(choice, tuple([_hand_of(word) for word in words]))
    elif words and choice not in ("void_earlier", "reconstruct_earlier"):
        at, player = exactly(words, "BOX PLAYER")
        yield c.Resolve(choice, box=number_of(at), player=player)
    else:
        yield c.Resolve(choice)
    yield from _refilled(dealing)


def _hand_of(word: str) -> tuple[int, int | None]:
    """BOX or BOX.HAND."""
    box, _, hand = word.partition(".")
    return number_of(box), number_of(hand) if hand else None


def _refilled(dealing: Dealing) -> Commands:
    """In the middle of a round: the cards shuffled, cut by whoever may, loaded, and one burnt where the book burns."""
    table = dealing.table
    if not table.shoe.refill or table.preparation is None:
        return
    for part in table.preparation.parts_due:
        yield c.DoStep(part)
    yield c.FinishShuffle()
    yield from _cut(dealing)
    yield c.LoadShoe()
    if dealing.table.shoe.burn_due:
        yield c.BurnCard("0" * 64)


def _cut(dealing: Dealing) -> Commands:
    """The cut in the middle, by whoever may, and the cutting card, if these cards are cut at all."""
    table, rules = dealing.table, dealing.rules
    if not cut_due(rules, config_now(table)):
        return
    cards = cards_to_cut(table)
    yield c.CutCards(cutters(table, rules)[0], cards // 2)
    yield c.PlaceCutCard(cards // 4)


def void(words: list[str], dealing: Dealing) -> Commands:
    """A void, signed by two."""
    if words and words[0] == "earlier":
        yield from earlier(words[1:], dealing)
    elif words and words[0] == "round":
        yield from _signed(c.Void("round", exactly(words[1:], "REASON")[0]), None)
    elif words and words[0] == "wager":
        box, player, kind, reason = exactly(words[1:], "BOX PLAYER KIND REASON")
        yield from _signed(c.Void("wager", reason, number_of(box), player=player, kind=kind), None)
    else:
        where, reason = exactly(words, "round|BOX[.HAND] REASON")
        yield from _signed(c.Void("hand", reason, *_hand_of(where)), None)


def earlier(words: list[str], dealing: Dealing) -> Commands:
    """The void of an earlier round of the script."""
    which, reason = exactly(words, "NUMBER REASON")
    yield from _signed(c.Void("earlier", reason), dealing.earlier_round(number_of(which)))


def _signed(remedy: c.Void | c.Reconstruct, record: RoundRecord | None) -> Commands:
    for who in SUPERVISORS:
        yield c.SignRemedy(who, remedy, record)


def correct(words: list[str], dealing: Dealing) -> Commands:
    """The record put right."""
    what, where = exactly(words, "stood|hit BOX[.HAND]")
    box, hand = _hand_of(where)
    if what == "stood":
        yield c.CorrectRecord("stood", box, hand or 1)
    elif what == "hit":
        yield c.CorrectRecord("hit", box, hand or 1)
    else:
        bad(f"{what!r} is neither stood nor hit")


def undo(words: list[str], dealing: Dealing) -> Commands:
    """The last tap taken back."""
    nothing_more(words)
    yield c.UndoTap()


ERRORS: dict[str, Callable[[list[str], Dealing], Commands]] = {
    "faceup": face_up,
    "short": short,
    "interrupt": interrupt,
    "together": together,
    "error_down": error_down,
    "report": report,
    "resolve": resolve,
    "void": void,
    "correct": correct,
    "undo": undo,
}
