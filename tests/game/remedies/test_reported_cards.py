"""What the shoe tells of cards that were keyed meanwhile: one keyed wrongly, one forgotten, one that was none."""

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card, copies, with_card
from app.game.core.records import replace
from app.game.core.seals import Opened, seal
from app.game.core.state import Keyed, cards_on_layout
from app.game.questions import open_questions
from app.game.subjects.remedies.reconstruction import split_acts
from app.game.subjects.remedies.reported_cards import Arrangement, Told, arrangements, told_now
from tests.game.remedies.test_typed_cards import hands, lines, typed
from tests.game.tables import ACT, MA, NZ, At


def opened(card: str, salt: int = 1) -> Opened:
    return Opened(Card(card), bytes([salt]) * 16)


def keyed(book: str = NZ, cards: str = "9S 8H 8D", boxes: int = 1) -> At:
    at = At(book)
    for box in range(1, boxes + 1):
        at.bet(box, f"player {box}", 1000)
    return typed(at, cards, "keyed")


def tells(at: At, *cards: str) -> tuple[Opened, ...]:
    """The shoe tells these: those that are as they were keyed, one that is not, and all that come after it."""
    told = tuple([opened(card, salt) for salt, card in enumerate(cards, 1)])
    for each in told:
        if at.table.held is not None:
            at.do(c.LayBy(seal(each)))
        elif at.table.keyed[0].card == each.card:
            at.do(c.ConfirmKeyed())
        else:
            at.do(c.DoubtKeyed(seal(each)))
    known = told_now(at.table, at.table.held)
    return tuple([each for each in told if seal(each) in known])


def ways(at: At, told: tuple[Opened, ...]) -> tuple[Arrangement, ...]:
    return arrangements(at.table, at.rules, [Told(seal(each), each) for each in told])


def as_told(at: At, told: tuple[Opened, ...], arrangement: str = "") -> c.Resolve:
    return c.Resolve("as_told", opened=told, arrangement=arrangement)


def in_place(at: At) -> bool:
    return at.table.shoe.left + cards_on_layout(at.table) + at.table.shoe.discarded == at.table.shoe.size


@pytest.mark.parametrize("book", ruleset_ids())
def test_the_shoe_is_right_and_the_typed_card_was_a_mistake(book: str) -> None:
    at = keyed(book)
    told = tells(at, "9S", "8C")
    at.do(as_told(at, told))
    assert hands(at) == [("8C",), ("9S", "8D")]
    assert (at.table.held, at.table.keyed) == (None, (Keyed(Card("8D")),))
    assert at.table.corrections == (("", 1),), "it was keyed wrongly"
    assert in_place(at.do(c.ConfirmKeyed()))


def test_a_card_that_only_a_seal_stands_for_puts_nothing_right() -> None:
    at = keyed()
    tells(at, "9S", "8C")
    assert at.refused(c.Resolve("as_told")) == "correction_not_offered"
    assert at.refused(as_told(at, (opened("8C", 9),))) == "correction_not_offered", "another seal"


def test_a_card_was_forgotten_and_later_ones_were_keyed() -> None:
    """Dealt were 9S to box 1, KS to box 2, 8H to the dealer, 8D and 7C; keyed were all but the KS, each where the next
    was due. The shoe tells all five."""
    at = keyed(cards="9S 8H 8D 7C", boxes=2)
    assert hands(at) == [("8D",), ("9S", "7C"), ("8H",)]
    told = tells(at, "9S", "KS", "8H", "8D", "7C")
    assert [each.card for each in told] == ["KS", "8H", "8D", "7C"]
    best = ways(at, told)[0]
    assert (best.places, best.forgotten) == (((2, 1), (0, 1), (1, 1), (2, 1)), (True, False, False, False))
    at.do(as_told(at, told, best.key))
    assert hands(at) == [("8H",), ("9S", "8D"), ("KS", "7C")]
    assert (at.table.held, at.table.keyed, at.table.laid_by) == (None, (), ()), "both are equal"
    assert in_place(at)


def test_a_forgotten_hit_lies_where_somebody_says_that_it_lies() -> None:
    """Box 1 has 9S 2D and box 2 KS 2H. The 3C was forgotten: before box 1 stood on 18, or after it. Then the 6C was
    keyed for box 2."""
    at = keyed(cards="9S KS 8H 2D 2H", boxes=2)
    typed(at, "7D", "keyed").do(c.Stand(1))
    typed(at, "6C", "keyed")
    told = tells(at, "9S", "KS", "8H", "2D", "2H", "7D", "3C", "6C")
    found = {each.places[0]: each for each in ways(at, told) if each.forgotten == (True, False)}
    assert set(found) == {(1, 1), (2, 1)}
    first = At.__new__(At)
    first.__dict__ = {**at.__dict__, "events": [*at.events]}
    first.do(as_told(first, told, found[1, 1].key))
    assert hands(first)[1:] == [("9S", "2D", "7D", "3C"), ("KS", "2H", "6C")]
    at.do(as_told(at, told, found[2, 1].key))
    assert hands(at)[1:] == [("9S", "2D", "7D"), ("KS", "2H", "3C", "6C")]


def test_a_forgotten_last_card_and_what_waits_for_the_shoes_word() -> None:
    at = keyed(cards="9S 8H")
    told = tells(at, "9S", "KS")
    some = ways(at, told)
    forgotten = next(each for each in some if each.forgotten == (True,))
    assert (forgotten.keyed, forgotten.places) == (0, ((0, 1),))
    at.do(as_told(at, told, forgotten.key))
    assert hands(at) == [("KS",), ("9S", "8H")]
    assert at.table.keyed == (Keyed(Card("8H")),), "the shoe has still to tell of it"


def test_a_card_that_was_keyed_and_was_none_goes() -> None:
    at = keyed(cards="9S 8H 7C")
    told = tells(at, "9S", "7C")
    was_none = next(each for each in ways(at, told) if each.keyed == 2)
    at.do(as_told(at, told, was_none.key))
    assert (hands(at), at.table.keyed) == ([("7C",), ("9S",)], ())


def test_the_hole_card_stays_hidden() -> None:
    """Keyed face down was the KD; the shoe tells the 5D in its place, and nobody sees either."""
    at = At(MA, hole_card="blind").bet(1, "ann", 1000)
    typed(at, "9C 8H 9D", "keyed").do(c.DrawFaceDown(seal(opened("KD", 8)), hole=True, source="keyed"))
    for _ in range(3):
        at.do(c.ConfirmKeyed())
    at.do(c.DoubtKeyed(seal(opened("5D"))), c.Resolve("as_told"))
    assert at.table.round is not None
    assert (at.table.round.hole, at.table.keyed) == (seal(opened("5D")), ())
    at.do(c.Stand(1), c.TurnUpHole(opened("5D")))
    assert hands(at)[0] == ("8H", "5D")


def test_a_hole_card_that_was_turned_up_is_another_one() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000)
    typed(at, "9C 8H 9D", "keyed").do(c.DrawFaceDown(seal(opened("KD", 8)), hole=True, source="keyed"))
    at.do(c.Stand(1), c.TurnUpHole(opened("KD", 8)))
    assert lines(at) == [(1, "ann", "stand_off", 0, 0)]
    for _ in range(3):
        at.do(c.ConfirmKeyed())
    told = (opened("5D"),)
    at.do(c.DoubtKeyed(seal(told[0])), as_told(at, told))
    assert (hands(at)[0], lines(at)) == (("8H", "5D"), [])


def test_a_forgotten_hole_card() -> None:
    """The shoe tells two cards more than were keyed rightly: the 4C of box 1, and one that lies face down."""
    at = At(MA, hole_card="blind").bet(1, "ann", 1000)
    typed(at, "9C 8H 9D", "keyed")
    for _ in range(2):
        at.do(c.ConfirmKeyed())
    at.do(c.DoubtKeyed(seal(opened("4C"))), c.LayBy(seal(opened("5D", 2))))
    told = [Told(seal(opened("4C")), opened("4C")), Told(seal(opened("5D", 2)))]
    found = arrangements(at.table, at.rules, told)
    assert found[0].places == ((1, 1), (0, 1))
    at.do(as_told(at, (opened("4C"),), found[0].key))
    assert at.table.round is not None
    assert (at.table.round.hole, hands(at)) == (seal(opened("5D", 2)), [("8H",), ("9C", "4C")])


def test_what_was_paid_is_not_put_right_by_one_choice() -> None:
    at = keyed().do(c.Stand(1))
    typed(at, "KC", "keyed").do(c.TickPayments(1, 1, 0, 1000))
    told = tells(at, "9S", "8H", "8D", "8C")
    assert at.refused(as_told(at, told)) == "correction_not_offered"
    at.do(c.UntickPayments(1, 1), as_told(at, told))
    assert lines(at) == []


def test_what_was_paid_is_put_right_by_two_while_the_table_holds_for_it() -> None:
    """Forgotten was the 2C of box 1; 19 against the dealer's 18 wins the 10 dollars that were taken for 17."""
    at = keyed().do(c.Stand(1))
    typed(at, "KC", "keyed").do(c.TickPayments(1, 1, 0, 1000))
    tells(at, "9S", "8H", "8D", "2C", "KC")
    _, acts = split_acts(at.table.record)
    remedy = c.Reconstruct("forgotten", (*acts[:-2], c.DrawCard(Card("2C")), *acts[-2:]), ((None, Card("2C")),))
    at.do(c.SignRemedy("sue", remedy), c.SignRemedy("tom", remedy))
    assert (at.table.held, at.table.keyed, at.table.laid_by) == (None, (), ())
    assert lines(at) == [(1, "player 1", "win", 1000, 0)]
    assert in_place(at)


def test_cards_of_a_round_that_is_over_are_not_arranged() -> None:
    at = keyed().do(c.Stand(1))
    typed(at, "KC", "keyed").bet(1, "ann", 1000)
    told = tells(at, "9H")
    assert ways(at, told) == ()
    assert at.refused(as_told(at, told)) == "choice_unknown"
    assert ways(keyed(), ()) == ()
    at.table = replace(at.table, round=None)
    assert ways(at, told) == ()
    assert told_now(at.table, None) == ()


def test_a_doubt_that_came_meanwhile_ends_the_shoes_list() -> None:
    at = keyed()
    at.do(c.DoubtKeyed(seal(opened("9H"))), c.LayBy(seal(opened("8H", 2))), c.DoubtDevice("damaged"))
    at.do(c.LayBy(seal(opened("8D", 3))))
    assert told_now(at.table, at.table.held) == (seal(opened("9H")), seal(opened("8H", 2)))
    at.do(as_told(at, (opened("9H"), opened("8H", 2))))
    assert (at.table.keyed, len(at.table.laid_by)) == ((Keyed(Card("8D")),), 2)
    assert isinstance(at.events[-1], e.RoundRewritten)


def test_ways_that_take_too_much_to_have_gone_wrong_are_not_thought_of() -> None:
    at = keyed()
    told = tells(at, "2C", "3C", "4C")
    assert ways(at, told) == ()


# --- cards that are with no hand


def not_awaited() -> At:
    """The round is over, and the 7C is keyed though none is due."""
    at = keyed(cards="9S 8H").do(c.ConfirmKeyed(), c.ConfirmKeyed())
    typed(at, "8D", "keyed").do(c.Stand(1))
    typed(at, "KC 7C", "keyed").do(c.Resolve("discard"))
    assert [each.card for each in at.table.keyed] == ["8D", "KC", "7C"]
    return at


def drawn(at: At, *cards: str) -> list[int]:
    return [copies(at.table.shoe.drawn, Card(card)) for card in cards]


def test_a_keyed_card_that_was_discarded_was_another_one() -> None:
    """What is offered is accepted: the card in the rack is the one that the shoe tells."""
    at = not_awaited()
    told = tells(at, "8D", "KC", "7H")
    assert open_questions(at.table, at.rules)[0].choices == ("same_card", "another_card", "as_told")
    (way,) = [each for each in ways(at, told) if not any(each.forgotten)]
    assert way.places == (None,)
    at.do(as_told(at, told, way.key))
    assert (drawn(at, "7H", "7C"), at.table.keyed) == ([1, 0], ())


def test_a_card_before_one_that_was_discarded_was_another_one() -> None:
    at = not_awaited()
    told = tells(at, "8C", "KC", "7C")
    at.do(as_told(at, told))
    assert (hands(at)[1], drawn(at, "8C", "8D", "7C")) == (("9S", "8C"), [1, 0, 1])
    assert at.table.keyed == ()


def test_two_that_came_at_once_were_others() -> None:
    """The second lay ready, and was dealt to the dealer."""
    at = typed(At(ACT).bet(1, "ann", 1000), "9S", "keyed").do(
        c.DrawTogether(Card("8H"), Card("7C"), "keyed"), c.Resolve("use_as_next")
    )
    told = tells(at, "9S", "8H", "7H")
    at.do(as_told(at, told))
    assert (drawn(at, "7H", "7C"), at.table.keyed) == ([1, 0], ())
    assert in_place(at)


def test_a_card_that_the_shoe_cannot_hold_any_more_is_not_in_the_rack() -> None:
    at = not_awaited()
    full = at.table.shoe.drawn
    for _ in range(at.table.shoe.decks):
        full = with_card(full, Card("7H"))
    assert at.table.opening is not None
    shoe = replace(at.table.opening.shoe, drawn=full)
    at.table = replace(at.table, opening=replace(at.table.opening, shoe=shoe))
    assert all([way.forgotten for way in ways(at, tells(at, "8D", "KC", "7H"))])


def test_a_ten_is_nowhere() -> None:
    assert ways(keyed(), (opened("TS"),)) == ()


def test_what_became_of_a_card_that_was_removed_is_not_arranged() -> None:
    """A ten was keyed and taken away: the record has it nowhere, and as_told is not offered."""
    at = typed(keyed(cards="9S 8H"), "TS", "keyed").do(c.Resolve("remove"))
    told = tells(at, "9C")
    assert "as_told" not in open_questions(at.table, at.rules)[0].choices
    assert ways(at, told) == ()
