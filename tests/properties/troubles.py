"""Errors of every kind that may be reported at a table, and the commands that take a choice about one."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.state import RoundRecord, Table
from app.game.questions import Question
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.decide import ABOUT_A_BOX, NOT_REPORTED
from app.game.subjects.remedies.dealer_corrections import corrections

SUPERVISORS = ("sue", "tom")
OTHER_CODES = ("nonsense", "", *NOT_REPORTED)


class Cards(NamedTuple):
    """Cards that the shoe may hold, one of them unseen, and one that it cannot hold."""

    first: Card
    second: Card
    commitment: str
    foreign: Card = Card("TS")


def reports(table: Table, rules: Ruleset, cards: Cards) -> Iterator[c.Command]:
    """Every irregularity that may be declared, whether or not it can have happened here."""
    for code in (*rules.irregularities, *OTHER_CODES):
        if code not in ABOUT_A_BOX:
            yield c.Report(code)
    for box, player in seats(table):
        yield from (c.Report("missed_card", box, felt=felt) for felt in (0, 1))
        yield from (c.Report(code, box, player) for code in ABOUT_A_BOX[1:])
    for card in cards.first, cards.foreign:
        yield from (c.FindFaceUp(card), c.DrawCard(card))
    yield from (c.DrawTogether(cards.first, cards.second), c.DrawTogether(cards.first, cards.foreign))
    yield from (c.DrawInError(cards.commitment), c.ReportDamage(cards.first), c.ReadHole(blackjack=False))
    left = table.shoe.left
    yield from (c.ReportShoeEmpty(left), c.ReportShoeEmpty(max(left - 3, 0)))
    yield from (c.CountShoe(left), c.CountShoe(max(left - 1, 0)), c.CountShoe(left + 2))


def seats(table: Table) -> list[tuple[int, str]]:
    """Every bettor at a box, and one who is not there."""
    places = table.round.places if table.round is not None else ()
    return [*dict.fromkeys([(place.box, place.player) for place in places]), (7, "nobody")]


def hands(table: Table) -> list[tuple[int, int]]:
    """Every hand on the layout."""
    boxes = table.round.boxes if table.round is not None else ()
    return [(box.number, number) for box in boxes for number in range(1, len(box.hands) + 1)]


def remedies(table: Table, rules: Ruleset) -> Iterator[c.Void]:
    """Voids of the round and of all that is in it, for reasons that books know and for others."""
    for reason in (*rules.voids["round"].reasons, "another", "interruption", "unshuffled_cards"):
        yield c.Void("round", reason)
    for reason in (*rules.voids["hand"].reasons, "another", "missed_card"):
        for box, hand in [*hands(table), (7, 9)]:
            yield from (c.Void("hand", reason, box), c.Void("hand", reason, box, hand))
    for reason in (*rules.voids["wager"].reasons, "another"):
        for box, player in seats(table):
            for kind in ("main", "insurance", *rules.side_bets):
                yield c.Void("wager", reason, box, player=player, kind=kind)


def signed(remedy: c.Void | c.Reconstruct, record: RoundRecord | None = None) -> list[c.Command]:
    """Signed by two."""
    return [c.SignRemedy(who, remedy, record) for who in SUPERVISORS]


def put_right(table: Table, rules: Ruleset) -> list[c.Command]:
    """What the dealer may put right alone."""
    return [c.CorrectRecord(each.correction, each.box, each.hand) for each in corrections(table, rules)]


def taking(
    table: Table, question: Question, choice: str, random: Random, record: RoundRecord | None = None
) -> list[c.Command]:
    """The commands that take this choice; `record` is that of an earlier round."""
    held, box = table.held, question.box
    if choice in ("accept", "refuse"):
        assert box is not None
        return [c.AcceptCard(box) if choice == "accept" else c.RefuseCard(box)]
    assert held is not None
    if choice == "void_round":
        return signed(c.Void("round", held.irregularity))
    if choice == "void_earlier":
        return signed(c.Void("earlier", held.irregularity), record)
    if choice == "choose":
        return [c.Resolve(choice, card=random.choice((held.card, *held.more)))]
    if choice == "void_hand" and held.box not in dict(hands(table)):
        return [c.Resolve(choice, (random.choice([hand for hand in hands(table) if not _void(table, *hand)]),))]
    return [c.Resolve(choice, box=box, player=question.player)]


def _void(table: Table, box: int, hand: int) -> bool:
    assert table.round is not None
    return any(each.number == box and each.hands[hand - 1].done == "void" for each in table.round.boxes)
