"""Cards that somebody typed and that are others on the felt: what the dealer puts right alone, and what two sign."""

import pytest

from app.books.rulebook import ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card, copies
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import Keyed, RoundRecord, Source, cards_on_layout
from app.game.decide import decide
from app.game.rules.ruleset import AnyIrregularity
from app.game.subjects.remedies.card_positions import TypedCard, lay_face_down, typed_cards
from app.game.subjects.remedies.previews import Shown, shown
from app.game.subjects.remedies.reconstruction import split_acts
from tests.game.tables import ACT, MA, NZ, SG, At, face_down


def typed(at: At, cards: str, source: Source = "manual") -> At:
    return at.do(*[c.DrawCard(Card(card), source) for card in cards.split()])


def dealt(book: str = NZ, cards: str = "9S 8H 8D", source: Source = "manual") -> At:
    """Box 1 against the dealer, each card typed."""
    return typed(At(book).bet(1, "ann", 1000), cards, source)


def corrected(at: At, number: int, card: str | None, own: int | None = None) -> c.CorrectCard:
    was = next(each.card for each in typed_cards(at.table) if each.number == number)
    return c.CorrectCard(number, was, Card(card) if card is not None else None, own)


def hands(at: At) -> list[tuple[str, ...]]:
    """The dealer's cards, then those of each hand."""
    assert at.table.round is not None
    return [at.table.round.dealer, *[hand.cards for box in at.table.round.boxes for hand in box.hands]]


def lines(at: At) -> list[tuple[int, str, str, int, int]]:
    assert at.table.round is not None
    return [(each.box, each.player, each.outcome, each.pays_cents, each.takes_cents) for each in at.table.round.lines]


def refused(at: At, command: c.Command) -> Rejected:
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected), answer
    return answer


# --- by the dealer


@pytest.mark.parametrize("book", ruleset_ids())
@pytest.mark.parametrize("source", ["manual", "keyed"])
def test_the_dealer_puts_any_typed_card_right_in_every_book(book: str, source: Source) -> None:
    for number, was, now in ((1, "9S", "9H"), (2, "8H", "7H"), (3, "8D", "6D")):
        at = dealt(book, source=source)
        left = at.table.shoe.left
        at.do(corrected(at, number, now))
        assert sorted(card for hand in hands(at) for card in hand) == sorted({"9S", "8H", "8D"} - {was} | {now})
        assert (at.table.shoe.left, at.table.corrections) == (left, (("", 1),))
        assert [each.card for each in at.table.keyed].count(Card(now)) == (source == "keyed")


def test_the_terminal_is_told_which_cards_were_typed_and_where_they_lie() -> None:
    at = typed(At(NZ).bet(1, "ann", 1000).cards("8S"), "6H 8D").do(c.Split(1)).cards("3C")
    assert typed_cards(at.table) == (TypedCard(2, Card("6H"), 0, 1, 1), TypedCard(3, Card("8D"), 1, 2, 1))
    assert typed_cards(At(NZ).table) == ()


def test_a_card_that_the_shoe_told_is_not_the_dealers_to_change() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 8D")
    assert at.refused(c.CorrectCard(1, Card("9S"), Card("9H"))) == "correction_not_offered"
    at = dealt()
    assert at.refused(c.CorrectCard(1, Card("9H"), Card("9S"))) == "correction_not_offered", "it is the 9S"
    assert at.refused(c.CorrectCard(1, Card("9S"), Card("9S"))) == "correction_not_offered", "nothing is wrong"
    assert at.refused(c.CorrectCard(7, Card("9S"), Card("9H"))) == "correction_not_offered", "there is no seventh"


def test_a_card_that_no_deck_holds_is_not_what_lies_there() -> None:
    at = dealt()
    assert at.refused(corrected(at, 2, "TH")) == "foreign_card"


def test_what_the_record_alone_had_settled_has_not_happened() -> None:
    """Typed KD: 9S 8D KD is 27, and the record takes the 10 dollars. On the felt lies the 3D: 20, and box 1 stands.
    The dealer's 8H KC is 18: box 1 is paid 10 dollars."""
    at = typed(dealt(), "KD")
    assert lines(at) == [(1, "ann", "lose", 0, 1000)]
    at.do(corrected(at, 4, "3D"))
    assert lines(at) == []
    assert lines(typed(at.do(c.Stand(1)), "KC")) == [(1, "ann", "win", 1000, 0)]


def test_the_dealers_last_card_is_put_right_while_nothing_is_ticked_off() -> None:
    """17 against 8H KC, 18, loses 10 dollars; against 8H 8C and 6C, 22, it wins them."""
    at = typed(dealt().do(c.Stand(1)), "KC")
    assert lines(at) == [(1, "ann", "lose", 0, 1000)]
    at.do(corrected(at, 4, "8C"))
    assert lines(typed(at, "6C")) == [(1, "ann", "win", 1000, 0)]


def test_once_the_hand_is_paid_two_supervisors_have_to() -> None:
    """It loses 10 dollars to 18; with the 6D for the 8D it has 15, and loses them too; with the 2D it has 11, and would
    never have stood."""
    at = typed(dealt().do(c.Stand(1)), "KC").do(c.TickPayments(1, 1, 0, 1000))
    assert refused(at, corrected(at, 4, "8C")).box == 1
    assert at.do(corrected(at, 3, "6D")).table.round is not None, "what was taken would have been taken all the same"
    assert lines(at) == [(1, "ann", "lose", 0, 1000)]
    assert at.refused(corrected(at, 3, "2D")) == "stand_not_allowed"
    at.do(c.UntickPayments(1, 1), corrected(at, 4, "8C"))
    assert lines(at) == []


def test_a_tick_for_another_bettor_stands_in_nobodys_way() -> None:
    """Box 2 is bust and taken; the first card of box 1 was another one."""
    at = typed(At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000), "9S KS 8H 8D 6D").do(c.Stand(1))
    typed(at, "KD").do(c.TickPayments(1, 2, 0, 1000))
    at.do(corrected(at, 1, "9H"))
    assert hands(at) == [("8H",), ("9H", "8D"), ("KS", "6D", "KD")]
    assert at.refused(corrected(at, 5, "AD")) == "correction_not_offered", "with 21 nothing was to be taken"


def test_a_hand_that_was_not_over_asks_whose_the_cards_after_it_are() -> None:
    """Typed 9S 8D 4D, 21, over by itself; on the felt the last is the 2D: 19. The card after it is box 2's, or its
    own."""

    def at_two() -> At:
        at = typed(At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000), "9S KS 8H 8D 6D 4D")
        return typed(at, "3C").do(c.Stand(2))

    at = at_two()
    assert hands(at)[1:] == [("9S", "8D", "4D"), ("KS", "6D", "3C")]
    answer = refused(at, corrected(at, 6, "2D"))
    assert (answer.code, answer.box) == ("whose_card", 1)
    at.do(corrected(at, 6, "2D", own=0))
    assert hands(at)[1:] == [("9S", "8D", "2D"), ("KS", "6D", "3C")]
    at = at_two()
    at.do(corrected(at, 6, "2D", own=1))
    assert hands(at)[1:] == [("9S", "8D", "2D", "3C"), ("KS", "6D")]


def test_its_own_cards_are_its_own_and_then_it_stood() -> None:
    at = typed(At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000), "9S KS 8H 8D 6D 4D 2C 3C")
    assert hands(at)[1:] == [("9S", "8D", "4D"), ("KS", "6D", "2C", "3C")]
    at.do(corrected(at, 6, "AD", own=1))
    assert hands(at)[1:] == [("9S", "8D", "AD", "2C"), ("KS", "6D", "3C")]


def test_a_tap_on_another_box_says_that_the_hand_stood() -> None:
    at = typed(At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000), "9S KS 8H 8D 6D 4D")
    at.do(c.Stand(2), corrected(at, 6, "2D"))
    assert at.table.round is not None
    assert [hand.done for box in at.table.round.boxes for hand in box.hands] == ["stand", "stand"]


def test_what_was_tapped_for_the_wrong_card_alone_falls_away() -> None:
    """The dealer's ace was an eight: nobody could insure, and nothing was to be closed. A hand of 17 that stood had 21
    by the felt, and needed no stand."""
    at = dealt(cards="9S AH 8D").do(c.Proceed(), c.Stand(1))
    at.do(corrected(at, 2, "8H"))
    assert hands(at) == [("8H",), ("9S", "8D")]
    at = typed(dealt(), "3D").do(c.Stand(1))
    at.do(corrected(at, 4, "4D"))
    assert at.table.round is not None
    assert at.table.round.boxes[0].hands[0].done == "twenty_one"


def test_a_card_that_was_typed_and_is_none_goes() -> None:
    at = typed(dealt(), "2D")
    left = at.table.shoe.left
    at.do(corrected(at, 4, None))
    assert hands(at) == [("8H",), ("9S", "8D")]
    assert at.table.shoe.left == left + 1
    keyed = typed(dealt(source="keyed"), "2D", "keyed")
    keyed.do(corrected(keyed, 4, None))
    assert keyed.table.keyed == (Keyed(Card("9S")), Keyed(Card("8H")), Keyed(Card("8D")))


def test_a_hole_card_that_was_typed_wrongly_is_put_right_when_it_is_seen() -> None:
    """Typed KD: the dealer has 8H KD, 18. It is the 5D: 13, and the dealer draws."""
    wrong, opened = face_down("KD", 3)
    right, true = face_down("5D", 4)
    at = typed(At(MA, hole_card="blind").bet(1, "ann", 1000), "9C 8H 9D")
    at.do(c.DrawFaceDown(wrong, hole=True, source="keyed"), c.Stand(1))
    assert [each.number for each in typed_cards(at.table)] == [1, 2, 3], "nobody sees it yet"
    at.do(c.TurnUpHole(opened))
    command = corrected(at, 4, "5D")
    assert at.refused(command) == "correction_not_offered", "without what opens it"
    at.do(replace(command, opened=true))
    assert hands(at)[0] == ("8H", "5D")
    assert at.table.keyed == (Keyed(None, right),)


def test_a_card_that_lies_elsewhere_than_it_was_meant_to_is_put_right_there() -> None:
    """SG 5.7.1: the card for box 2 lies on box 3 and stays there; it is no 8 but the 7."""
    at = At(SG)
    for box, player in enumerate(("ann", "bob", "cat"), 1):
        at.bet(box, player, 1000)
    typed(at, "9H 8C 7D 6S 5C 7H 5H").do(c.Stand(1), c.Hit(2))
    typed(at, "8S").do(c.Report("misplaced_card"), c.Resolve("continue"))
    at.do(*[c.Resolve("continue", box=box, player=player) for box, player in ((1, "ann"), (2, "bob"), (3, "cat"))])
    assert hands(at)[1:] == [("9H", "5C"), ("8C", "7H"), ("7D", "5H", "8S")]
    at.do(corrected(at, 8, "7S"))
    assert hands(at)[1:] == [("9H", "5C"), ("8C", "7H"), ("7D", "5H", "7S")]


def test_a_squeezed_card_that_was_typed_wrongly_is_put_right_when_it_is_seen() -> None:
    (first, nine), (second, eight), (_, seven) = face_down("9C", 3), face_down("8D", 4), face_down("7D", 5)
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DrawFaceDown(first, source="manual"))
    typed(at, "8H").do(c.DrawFaceDown(second, source="manual"))
    assert [each.card for each in typed_cards(at.table)] == ["8H"]
    assert [lay_face_down(at.table, number) for number in (0, 1, 2, 3, 4)] == [False, True, False, True, False]
    at.do(c.TurnUpBox(1, (nine, eight)))
    at.do(replace(corrected(at, 3, "7D"), opened=seven))
    assert hands(at) == [("8H",), ("9C", "7D")]


def test_a_card_of_which_the_shoe_has_told_waits_no_more_when_it_is_put_right() -> None:
    at = dealt(source="keyed").do(c.ConfirmKeyed(), corrected(dealt(), 1, "9H"))
    assert at.table.keyed == (Keyed(Card("8H")), Keyed(Card("8D")))
    at = dealt(cards="9S 8H 9S", source="keyed").do(c.ConfirmKeyed())
    at.do(corrected(at, 3, "9C"))
    assert at.table.keyed == (Keyed(Card("8H")), Keyed(Card("9C")))


# --- a hold that came of a typed card


HOLDS: dict[AnyIrregularity, c.DrawCard | c.FindFaceUp | c.DrawTogether] = {
    "foreign_card": c.DrawCard(Card("TS"), "keyed"),
    "face_up_card": c.FindFaceUp(Card("2C"), "keyed"),
    "two_cards_at_once": c.DrawTogether(Card("2C"), Card("3C"), "keyed"),
}


@pytest.mark.parametrize("irregularity", HOLDS)
def test_a_hold_that_came_of_typing_is_taken_back(irregularity: AnyIrregularity) -> None:
    at = dealt(source="keyed")
    left, keyed = at.table.shoe.left, at.table.keyed
    at.do(HOLDS[irregularity])
    assert at.table.held is not None
    assert at.table.held.irregularity == irregularity
    at.do(c.UndoTap())
    assert not at.table.held
    assert (at.table.shoe.left, at.table.keyed) == (left, keyed)
    at.do(replace(HOLDS[irregularity], source="manual"), c.UndoTap())
    assert not at.table.held
    assert (at.table.shoe.left, at.table.keyed) == (left, keyed)


# --- by two supervisors


def record_of(at: At) -> RoundRecord:
    assert at.table.round is not None
    assert at.table.opening is not None
    return RoundRecord(at.table.round.number, at.table.opening, at.table.record)


def rebuilt(at: At, was: str, now: str, *also: tuple[Card | None, Card | None]) -> c.Reconstruct:
    """The round with another card in the place of one that it has."""
    return rebuilt_of(record_of(at), was, now, *also)


def rebuilt_of(record: RoundRecord, was: str, now: str, *also: tuple[Card | None, Card | None]) -> c.Reconstruct:
    _, acts = split_acts(record.events)
    right = [replace(act, card=Card(now)) if act == c.DrawCard(Card(was), "manual") else act for act in acts]
    return c.Reconstruct("mistyped", tuple(right), ((Card(was), Card(now)), *also))


def test_two_supervisors_put_right_what_was_paid() -> None:
    """Taken were 10 dollars for 17 against 18; by the felt the dealer has 8H 9C, 17: a stand-off."""
    at = typed(dealt().do(c.Stand(1)), "KC").do(c.TickPayments(1, 1, 0, 1000))
    remedy = rebuilt(at, "KC", "9C")
    assert at.refused(c.SignRemedy("sue", replace(remedy, corrected=()))) == "cards_differ"
    at.do(c.SignRemedy("sue", remedy), c.SignRemedy("tom", remedy))
    assert hands(at) == [("8H", "9C"), ("9S", "8D")]
    assert lines(at) == [(1, "ann", "stand_off", 0, 0)]


def test_they_name_the_cards_that_the_record_has_wrong() -> None:
    at = typed(dealt().do(c.Stand(1)), "KC")
    remedy = rebuilt(at, "KC", "9C")
    for wrong in (((Card("2C"), Card("9C")),), ((Card("KC"), Card("9D")),), ((None, Card("9C")),)):
        assert at.refused(c.SignRemedy("sue", replace(remedy, corrected=wrong))) == "cards_differ"
        seen = shown(at.table, at.rules, replace(remedy, corrected=wrong))
        assert isinstance(seen, Shown)
        assert seen.refused is not None
    seen = shown(at.table, at.rules, remedy)
    assert isinstance(seen, Shown)
    assert (seen.refused, seen.left, seen.over) == (None, (), ())


def test_they_may_say_that_a_card_had_been_forgotten_and_another_was_none() -> None:
    """Forgotten was the 2C of box 1, 19; what was typed then was the dealer's KC, 18: box 1 wins 10 dollars."""
    at = typed(dealt().do(c.Stand(1)), "KC")
    _, acts = split_acts(at.table.record)
    left = at.table.shoe.left
    forgotten = c.Reconstruct("forgotten", (*acts[:-2], c.DrawCard(Card("2C")), *acts[-2:]), ((None, Card("2C")),))
    at.do(c.SignRemedy("sue", forgotten), c.SignRemedy("tom", forgotten))
    assert (hands(at), at.table.shoe.left) == ([("8H", "KC"), ("9S", "8D", "2C")], left - 1)
    assert lines(at) == [(1, "ann", "win", 1000, 0)]
    _, acts = split_acts(at.table.record)
    none = c.Reconstruct(
        "none", tuple([act for act in acts if getattr(act, "card", "") != "2C"]), ((Card("2C"), None),)
    )
    at.do(c.SignRemedy("sue", none), c.SignRemedy("tom", none))
    assert (lines(at), at.table.shoe.left) == ([(1, "ann", "lose", 0, 1000)], left)


@pytest.mark.parametrize("book", ruleset_ids())
def test_an_earlier_round_too_whatever_the_book_has_against_rebuilding_it(book: str) -> None:
    """17 lost to 18, and stood off against 17: nothing is rebuilt, and the record has what lay there."""
    at = typed(dealt(book).do(c.Stand(1)), "KC")
    remedy, record = rebuilt(at, "KC", "9C"), record_of(at)
    at.bet(1, "ann", 1000)
    at.do(c.SignRemedy("sue", remedy, record), c.SignRemedy("tom", remedy, record))
    amended = at.events[-1]
    assert isinstance(amended, e.EarlierRoundAmended)
    assert ("bettor", 1, "ann", 1000) in amended.moves
    assert amended.clause == "house"


def signed(at: At, remedy: c.Reconstruct, record: RoundRecord) -> e.EarlierRoundAmended:
    at.do(c.SignRemedy("sue", remedy, record), c.SignRemedy("tom", remedy, record))
    amended = at.events[-1]
    assert isinstance(amended, e.EarlierRoundAmended)
    return amended


def drawn(at: At, *cards: str) -> list[int]:
    return [copies(at.table.shoe.drawn, Card(card)) for card in cards]


def lost_to_18(book: str = NZ, shuffler: str = "none") -> At:
    at = typed(typed(At(book, shuffler=shuffler).bet(1, "ann", 1000), "9S 8H 8D").do(c.Stand(1)), "KC")
    assert lines(at) == [(1, "ann", "lose", 0, 1000)]
    return at


def test_the_shoe_has_let_out_what_lay_there_in_an_earlier_round() -> None:
    """And still has when the round in play is put right in its turn; what would be a ninth 9C by then is one."""
    at = lost_to_18()
    remedy, record, left = rebuilt(at, "KC", "9C"), record_of(at), at.table.shoe.left
    typed(at.bet(1, "ann", 1000), "2S 3H 4D")
    signed(at, remedy, record)
    assert (drawn(at, "KC", "9C"), at.table.shoe.left) == ([0, 1], left - 3)
    at.do(corrected(at, 3, "5D"))
    assert drawn(at, "KC", "9C", "4D", "5D") == [0, 1, 0, 1]
    assert at.table.shoe.left + cards_on_layout(at.table) + at.table.shoe.discarded == at.table.shoe.size


def test_a_forgotten_card_of_an_earlier_round_has_left_the_shoe_and_one_that_was_none_has_not() -> None:
    at = lost_to_18()
    acts, record, left = split_acts(at.table.record)[1], record_of(at), at.table.shoe.left
    at.bet(1, "ann", 1000)
    forgotten = c.Reconstruct("forgotten", (*acts[:-2], c.DrawCard(Card("2C")), *acts[-2:]), ((None, Card("2C")),))
    amended = signed(at, forgotten, record)
    assert (drawn(at, "2C"), at.table.shoe.left, at.table.shoe.discarded) == ([1], left - 1, 5)
    again = replace(record, events=amended.events)
    acts = tuple([act for act in split_acts(again.events)[1] if getattr(act, "card", "") != "2C"])
    signed(at, c.Reconstruct("none", acts, ((Card("2C"), None),)), again)
    assert (drawn(at, "2C"), at.table.shoe.left, at.table.shoe.discarded) == ([0], left, 4)


def test_what_a_count_had_missed_is_found_in_an_earlier_round() -> None:
    at = lost_to_18()
    acts, record = split_acts(at.table.record)[1], record_of(at)
    typed(at.bet(1, "ann", 1000), "2S")
    left = at.table.shoe.left
    at.do(c.CountShoe(left - 1), c.Resolve("continue"))
    assert (at.table.shoe.left, at.table.shoe.missing) == (left - 1, 1)
    forgotten = c.Reconstruct("forgotten", (*acts[:-2], c.DrawCard(Card("2C")), *acts[-2:]), ((None, Card("2C")),))
    signed(at, forgotten, record)
    assert (drawn(at, "2C"), at.table.shoe.left, at.table.shoe.missing) == ([1], left - 1, 0)


def test_another_shoe_is_not_what_an_earlier_round_was_dealt_from() -> None:
    at = lost_to_18()
    remedy, record = rebuilt(at, "KC", "9C"), record_of(at)
    at.bet(1, "ann", 1000)
    at.table = replace(at.table, shoe=replace(at.table.shoe, rounds=0))
    assert (signed(at, remedy, record).shoe, drawn(at, "9C")) == ((), [0])


def test_cards_that_are_back_in_a_continuous_shuffler_have_not_left_it() -> None:
    at = lost_to_18(ACT, shuffler="continuous")
    remedy, record = rebuilt(at, "KC", "9C"), record_of(at)
    at.bet(1, "ann", 1000)
    assert (signed(at, remedy, record).shoe, drawn(at, "9C", "KC")) == ((), [0, 0])


def test_an_earlier_round_does_not_go_on_with_the_card_that_lay_there() -> None:
    """8H 2C is 10: the dealer would have drawn."""
    at = typed(dealt(ACT).do(c.Stand(1)), "KC")
    remedy, record = rebuilt(at, "KC", "2C"), record_of(at)
    at.bet(1, "ann", 1000)
    assert at.refused(c.SignRemedy("sue", remedy, record)) == "round_not_over"


def test_a_round_that_is_not_rebuilt_is_shown_to_whoever_puts_a_card_of_it_right() -> None:
    at = typed(dealt(SG).do(c.Stand(1)), "KC")
    same = c.Reconstruct("", split_acts(at.table.record)[1])
    seen = shown(at.table, at.rules, same)
    assert isinstance(seen, Shown)
    assert seen.refused is not None
    assert (seen.refused.code, seen.seal, seen.clause) == ("reconstruction_forbidden", None, "house")
    record = record_of(at)
    at.bet(1, "ann", 1000)
    seen = shown(at.table, at.rules, same, record)
    assert isinstance(seen, Shown)
    assert (seen.record, seen.seal) == (record, None)
    seen = shown(at.table, at.rules, rebuilt_of(record, "KC", "9C"), record)
    assert isinstance(seen, Shown)
    assert seen.seal is not None


@pytest.mark.parametrize(
    "acts",
    [
        (c.DrawCard(Card("9S")), c.DrawCard(Card("8D")), c.DrawCard(Card("8H")), c.DrawCard(Card("9C"))),
        (
            c.DrawCard(Card("9S")),
            c.DrawCard(Card("8H")),
            c.DrawCard(Card("8D")),
            c.Surrender(1),
            c.DrawCard(Card("9C")),
        ),
        (c.DrawCard(Card("9S")), c.DrawCard(Card("8H")), c.DrawCard(Card("8D"))),
    ],
    ids=["other order", "other decision", "too few"],
)
def test_with_a_card_put_right_nothing_else_is_put_otherwise(acts: tuple[c.Command, ...]) -> None:
    """In Singapore a round is not rebuilt once a wager has been settled; a wrong card is no way around that."""
    at = typed(dealt(SG).do(c.Stand(1)), "KC")
    remedy = c.Reconstruct("mistyped", acts, ((Card("KC"), Card("9C")),))
    assert refused(at, c.SignRemedy("sue", remedy)).code == "reconstruction_forbidden"
