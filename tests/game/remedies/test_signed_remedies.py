"""What scripts cannot say of errors at the table: seals, wrong arguments, records, cards that nobody has seen."""

import pytest

from app.books.rulebook import read_ruleset, ruleset_ids
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord, Table, cards_on_layout
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.subjects.remedies.reconstruction import split_acts
from app.game.subjects.remedies.round_replay import do_act
from app.game.subjects.remedies.signed_remedies import Preview, preview
from app.language.rendering import say
from tests.game import tables
from tests.game.tables import ACT, MA, NZ, SG, At, face_down
from tests.rules.expectations import EDITIONS

GAZETTE = "nz-gazette-2000"


def rejected(at: At, command: c.Command) -> Rejected:
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected), answer
    return answer


def two_sign(at: At, remedy: c.Void | c.Reconstruct, record: RoundRecord | None = None) -> At:
    return at.do(c.SignRemedy("sue", remedy, record), c.SignRemedy("tom", remedy, record))


def record_of(at: At) -> RoundRecord:
    assert at.table.opening is not None
    assert at.table.round is not None
    return RoundRecord(at.table.round.number, at.table.opening, at.table.record)


def in_place(table: Table) -> bool:
    """Every card is somewhere."""
    return table.shoe.left + cards_on_layout(table) + table.shoe.discarded == table.shoe.size


def played(at: At) -> At:
    """A round on box 1, 19 against 18, to its end."""
    return at.bet(1, "ann", 1000).cards("KS 8H 9D").do(c.Stand(1)).cards("KC")


# --- face-down cards that are no cards of the set


def test_a_burnt_ten_is_removed_when_it_comes_to_light() -> None:
    at = At(NZ, burn=True, opened=False)
    burnt, opened = face_down("TS")
    at.do(c.BringSet("A", "red"), *[c.DoStep(*name.split(":")) for name, _ in at.rules.shoe.new_cards])
    at.do(c.FinishShuffle(), c.CutCards(None, 192), c.PlaceCutCard(100), c.LoadShoe(), c.BurnCard(burnt))
    at.do(c.DiscloseBurn(opened), c.Resolve("remove"))
    assert at.table.shoe.burnt == ()
    assert in_place(at.table)


def test_no_card_is_awaited_before_betting_ends_while_an_unseen_one_lies_ready_behind_another() -> None:
    at = At(SG).do(c.FindFaceUp(Card("AS")), c.Resolve("use_as_next"))
    unseen, opened = face_down("2C")
    at.do(c.DrawInError(unseen), c.Resolve("use_as_next")).bet(1, "ann", 1000)
    assert [each.question for each in open_questions(at.table, at.rules)] == ["bets"]
    at.do(c.CloseBets(), c.TurnUpKept(opened))
    assert at.table.round is not None
    assert (at.table.round.boxes[0].hands[0].cards, at.table.round.dealer) == (("AS",), ("2C",))


def test_a_round_that_is_void_while_its_shoe_is_filled_up_leaves_the_cards_to_be_shuffled() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8H 8D")
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"))
    assert at.table.shoe.refill == "discards"
    assert at.refused(c.Hit(1)) == "shuffle_due"
    assert at.refused(c.BringSet("B", "blue")) == "round_not_over"
    two_sign(at, c.Void("round", "other"))
    assert (at.table.shoe.refill, at.table.shoe.shuffle_due, at.table.preparation) == ("", "17.3", None)


def test_an_unseen_ten_that_lies_ready_is_removed() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H")
    ten, opened = face_down("TS")
    at.do(c.DrawInError(ten), c.Resolve("use_as_next"))
    assert at.refused(c.TurnUpKept(face_down("9S")[1])) == "wrong_card"
    at.do(c.TurnUpKept(opened), c.Resolve("remove"))
    assert at.table.kept == ()
    assert in_place(at.table)


def test_a_hole_card_that_contradicts_the_reader() -> None:
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9S KH 9D")
    hole, opened = face_down("AC")
    at.do(c.DrawFaceDown(hole, hole=True), c.ReadHole(blackjack=False), c.Stand(1), c.TurnUpHole(opened))
    assert at.table.held is not None
    assert at.table.held.irregularity == "reader_was_wrong"
    at.do(c.Resolve("no_reader"))
    assert at.table.round is not None
    assert (at.table.round.dealer, at.table.round.complete) == (("KH", "AC"), True)
    assert at.table.reader_off
    assert at.refused(c.Report("reader_broken")) == "not_now"
    at.do(c.ChangeConfig(at.table.config))
    assert not at.table.reader_off


def test_a_card_ready_counts_as_out_of_the_refilled_shoe() -> None:
    at = played(At(NZ)).bet(1, "ann", 1000).cards("9S 8H 5D 7C")  # the seven drawn in error: 21, taken back
    at.do(c.Report("error_card"), c.Resolve("use_as_next"), c.ReportShoeEmpty(at.table.shoe.left))
    at.do(c.Resolve("shuffle_discards"), c.FinishShuffle())
    at.do(c.CutCards(1, at.table.shoe.discarded // 2), c.PlaceCutCard(1), c.LoadShoe())
    assert in_place(at.table)
    assert sum(at.table.shoe.drawn) == 4


def test_a_hand_whose_cards_lie_in_the_rack_is_void_without_them() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S KS 8H 7D 5C KC")  # box 1 is bust: taken at once
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"))
    assert at.table.round is not None
    assert at.table.round.boxes[0].hands[0].cleared
    two_sign(at, c.Void("hand", "another", 1))
    assert in_place(at.table)


# --- arguments that make no sense


def test_choices_want_their_arguments() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 5D").do(c.Report("missed_dealer_card"))
    assert at.refused(c.Resolve("void_hand")) == "no_such_hand"
    assert at.refused(c.Resolve("void_hand", ((3, None),))) == "no_such_hand"
    assert at.refused(c.Resolve("void_hand", ((1, 2),))) == "no_such_hand"
    at.do(c.Resolve("void_hand", ((1, None), (1, 1))))
    assert in_place(at.table)


def test_of_two_cards_one_of_them_is_chosen() -> None:
    at = At(SG).bet(1, "ann", 1000).cards("9S 8H 5D").do(c.DrawTogether(Card("2C"), Card("3C")))
    assert at.refused(c.Resolve("choose", card=Card("4C"))) == "choice_unknown"
    at.do(c.Resolve("choose", card=Card("3C")))
    assert at.refused(c.Resolve("continue", box=2, player="ann")) == "not_asked"
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("x", ()))) == "table_holds"
    at.do(c.Resolve("continue", box=1, player="ann"))


def test_cards_that_cannot_come_out() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 5D")
    last = replace_left(at, 1)
    assert last.refused(c.DrawTogether(Card("2C"), Card("3C"))) == "shoe_empty"
    assert replace_left(at, 0).refused(c.DrawInError("ab" * 32)) == "shoe_empty"
    assert at.refused(c.DrawInError("no commitment")) == "bad_commitment"
    assert at.refused(c.ReportShoeEmpty(10_000)) == "not_now"
    assert at.refused(c.DiscardCard(Card("2C"))) == "not_now"
    assert at.refused(c.CorrectRecord("nonsense", 1)) == "correction_not_offered"  # type: ignore[arg-type]


def replace_left(at: At, left: int) -> At:
    """The table with so many cards in the shoe."""
    other = At(NZ)
    shoe = replace(at.table.shoe, left=left, discarded=at.table.shoe.size - 3 - left)
    other.table = replace(at.table, shoe=shoe)
    return other


# --- signatures and records


def test_a_signature_is_under_what_was_shown() -> None:
    at = At(ACT).do(c.ChangeDealer("dee")).bet(1, "ann", 1000).cards("9S 8H 5D")
    remedy = c.Void("round", "fraud")
    shown = preview(at.table, at.rules, remedy)
    assert isinstance(shown, Preview)
    assert sum(shown.difference.values()) == 0
    assert at.refused(c.SignRemedy("dee", remedy)) == "signed_by_dealer"
    assert at.refused(c.SignRemedy(" sue", remedy)) == "who_signs"
    assert at.refused(c.SignRemedy("sue", remedy, seen="another seal")) == "difference_changed"
    at.do(c.SignRemedy("sue", remedy, seen=shown.seal))
    assert at.refused(c.SignRemedy("sue", remedy)) == "second_person_needed"
    at.do(c.Stand(1))
    assert at.refused(c.SignRemedy("tom", remedy, seen=shown.seal)) == "difference_changed"
    two_sign(at, remedy)
    assert at.refused(c.SignRemedy("tom", remedy)) == "round_is_void"


def test_one_signature_where_the_table_says_so() -> None:
    at = At(ACT, single_signature=("void_round",)).bet(1, "ann", 1000).cards("9S")
    at.do(c.SignRemedy("sue", c.Void("round", "fraud")))
    assert at.table.round is not None
    assert at.table.round.void == "17.3"


def test_an_earlier_round_is_put_right_from_what_it_now_is() -> None:
    at = played(At(NZ))
    record = record_of(at)
    at.bet(1, "ann", 1000).cards("9S")
    corrected = split_acts(record.events)[1]
    two_sign(at, c.Reconstruct("as it was", corrected), record)
    event = at.events[-1]
    assert isinstance(event, e.EarlierRoundAmended)
    assert event.moves == ()
    now = replace(record, events=event.events)
    outdated = replace(record, events=(*record.events, record.events[-1]))
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("again", corrected), outdated)) == "record_outdated"
    two_sign(at, c.Reconstruct("again", corrected), now)
    assert at.refused(c.SignRemedy("sue", c.Void("round", "x"), now)) in ("void_not_allowed", "not_an_earlier_round")
    later = replace_number(now, 99)
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("later", corrected), later)) == "not_an_earlier_round"


def replace_number(record: RoundRecord, number: int) -> RoundRecord:
    return replace(record, number=number)


def test_a_void_in_a_hold_ends_it() -> None:
    at = At(GAZETTE).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H 5D KC")
    at.do(c.Report("missed_card", 2, felt=1))
    assert at.refused(c.SignRemedy("sue", c.Void("hand", "another", 2))) == "table_holds"
    two_sign(at, c.Void("hand", "missed_card", 2))
    assert at.table.held is None
    assert at.table.irregularities[-1].choice == "void_hand"


def test_a_corrected_sequence_has_its_cards_and_its_facts() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S 8H 5D 2C")
    acts = split_acts(at.table.record)[1]
    foreign = c.Reconstruct("x", (*acts, c.DiscardCard(Card("TS"))))
    assert rejected(at, c.SignRemedy("sue", foreign)).code == "foreign_card"
    ordered = c.Reconstruct("x", (*acts, e.CardDamaged(Card("9S"), "16.8")))
    assert rejected(at, c.SignRemedy("sue", ordered)).code == "not_in_the_record"
    again = c.Reconstruct("x", (*acts[:-1], c.DiscardCard(Card("2C"))))
    assert isinstance(preview(at.table, at.rules, again), Preview)


def test_what_was_declared_of_a_hand_that_is_not_there_is_no_reconstruction() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("8S 8H 8D").do(c.Split(1)).cards("KC")
    two_sign(at, c.Void("hand", "error", 1, hand=2))
    unsplit = c.Reconstruct("not split", (*[c.DrawCard(Card(card)) for card in ("8S", "8H", "8D")], c.Hit(1)))
    acts = (*unsplit.acts, c.DrawCard(Card("KC")))
    refused = rejected(at, c.SignRemedy("sue", replace(unsplit, acts=acts)))
    assert refused.code == "no_such_hand"


def test_a_void_insurance_that_was_never_made_is_none() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S AH 5D").do(c.Insure(1, "ann", 500))
    two_sign(at, c.Void("wager", "other", 1, player="ann", kind="insurance"))
    uninsured = c.Reconstruct("not insured", tuple(c.DrawCard(Card(card)) for card in ("9S", "AH", "5D")))
    two_sign(at, uninsured)
    assert at.table.round is not None
    assert [line.wager for line in at.table.round.lines] == []


def test_a_correction_that_ends_the_round_before_a_late_offer_is_none() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("AS AH 8H").do(c.Proceed()).cards("8S")
    at.do(c.Report("missed_insurance_offer", 1, "ann"), c.Resolve("offer_late"), c.Insure(1, "ann", 500))
    assert at.refused(c.CorrectRecord("stood", 1)) == "correction_not_offered"


# --- the log of the round


def test_cards_of_the_shoe_that_lie_in_a_hold_go_into_the_reconstruction() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S").do(c.DrawInError(face_down("7C")[0]))
    assert at.refused(c.SignRemedy("sue", c.Reconstruct("x", ()))) == "choice_forbidden"
    at.do(c.Resolve("use_as_next"), c.TurnUpKept(face_down("7C")[1]), c.Report("missed_dealer_card"))
    at.do(c.Resolve("reconstruct"))
    other = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("9S 8H").do(c.Report("error_card"))
    sequence = c.Reconstruct("in order", (c.DrawCard(Card("9S")), c.DrawCard(Card("8H"))))
    assert other.refused(c.SignRemedy("sue", c.Reconstruct("one less", sequence.acts[:1]))) == "cards_differ"
    two_sign(other, sequence)
    assert in_place(other.table)
    assert other.table.held is None


def test_hands_that_were_paid_are_shuffled_in_and_stay_so_when_a_tap_is_undone() -> None:
    at = At(NZ).bet(1, "ann", 1000).bet(2, "bob", 1000).cards("AS 9H 6C KS 5D")  # box 1: pontoon, paid
    at.do(c.ReportShoeEmpty(at.table.shoe.left), c.Resolve("shuffle_discards"), c.FinishShuffle())
    at.do(c.CutCards(1, at.table.shoe.discarded // 2), c.PlaceCutCard(1), c.LoadShoe())
    assert sum(at.table.shoe.drawn) == 3
    before = at.table
    at.do(c.Hit(2), c.UndoTap())
    assert replace(at.table, record=(), corrections=()) == replace(before, record=(), corrections=())
    assert in_place(at.table)


def test_a_void_is_signed_and_not_chosen() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9S 8H 8D").do(c.Report("interruption"))
    assert at.refused(c.Resolve("void_round")) == "to_be_signed"
    assert at.table.held is not None


def test_nobody_decides_for_an_absent_player() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("2C 9S 3D").do(c.Report("absent_player", 1), c.Resolve("draw_to_twelve"))
    assert at.refused(c.Stand(1)) == "player_absent"


def test_two_cards_at_once_are_none_for_the_dealers_hole() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 8D KD")
    assert at.refused(c.DrawTogether(Card("9C"), Card("8H"))) == "hole_card_first"


def test_a_main_wager_is_not_void_while_bets_are_placed() -> None:
    at = At(ACT).bet(1, "ann", 1000)
    answer = preview(at.table, at.rules, c.Void("wager", "breach", 1, player="ann", kind="main"))
    assert isinstance(answer, Rejected)
    assert say(answer.message) == "Bets are still being placed: a main wager is taken back, not declared void."


@pytest.mark.parametrize("book", ruleset_ids())
def test_a_persons_count_is_taken_back_and_the_shoes_own_is_not(book: str) -> None:
    at = At(book).bet(1, "ann", 1000).cards("9S 8C 7D")
    left = at.table.shoe.left
    for said in (c.CountShoe(left - 1), c.CountShoe(left + 1), c.ReportShoeEmpty(left), c.ReportShoeEmpty(1)):
        at.do(said, c.UndoTap())
        assert (at.table.held, at.table.shoe.left, at.table.irregularities) == (None, left, ())
    at.do(c.CountShoe(left - 1, source=""))
    assert at.refused(c.UndoTap()) == "table_holds"


@pytest.mark.parametrize("book", [NZ, SG])
@pytest.mark.parametrize(("edition", "choice"), [(1, "continue"), (2, "offer_late")])
def test_a_hit_that_was_called_ended_a_missed_surrender_under_the_first_readings(
    monkeypatch: pytest.MonkeyPatch, book: str, edition: int, choice: str
) -> None:
    """Tables that were opened under them go on so."""
    if edition == 1:
        earlier = read_ruleset((EDITIONS / f"{book}.1.toml").read_text("utf-8"))
        monkeypatch.setattr(tables, "load_ruleset", lambda _: earlier)
    at = At(book).bet(1, "ann", 1000).cards("9S KH 7C")
    at.do(*[c.Proceed() for each in open_questions(at.table, at.rules) if each.question == "proceed"])
    at.do(c.Hit(1), c.Report("missed_surrender_offer", 1))
    assert open_questions(at.table, at.rules)[0].choices == (choice,)


def test_what_does_not_lie_face_down_cannot_have_left_the_table() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C AS 9D")
    refused = do_act(Draft(at.table, at.rules), e.FaceDownRemoved(face_down("KS")[1]))
    assert refused is not None and refused.code == "wrong_card"
    assert say(refused.message) == "KS, which was removed from the set, does not lie here."
