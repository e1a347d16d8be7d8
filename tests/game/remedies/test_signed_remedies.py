"""Voids and reconstructions: what two people sign, and what is refused to them."""

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord
from app.game.subjects.remedies.reconstruction import split_acts
from app.game.subjects.remedies.signed_remedies import Preview, preview
from app.language.rendering import say
from tests.game.errors import in_place, played, rejected, two_sign
from tests.game.tables import ACT, MA, NZ, At, face_down

GAZETTE = "nz-gazette-2000"


def record_of(at: At) -> RoundRecord:
    assert at.table.opening is not None
    assert at.table.round is not None
    return RoundRecord(at.table.round.number, at.table.opening, at.table.record)


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


def test_a_main_wager_is_not_void_while_bets_are_placed() -> None:
    at = At(ACT).bet(1, "ann", 1000)
    answer = preview(at.table, at.rules, c.Void("wager", "breach", 1, player="ann", kind="main"))
    assert isinstance(answer, Rejected)
    assert say(answer.message) == "Bets are still being placed: a main wager is taken back, not declared void."


def test_a_void_of_the_round_that_the_book_forbids_says_what_may_be_void() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9S")
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "other")))
    assert (refused.clause, say(refused.message).split(". ", 1)[1]) == (
        "16.5(a)", "No whole round can be void. Void each affected hand by itself."
    )  # fmt: skip
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "interruption")))
    assert refused.clause == "16.5(a)"
    assert say(refused.message).endswith("Void each affected hand by itself.")


def test_in_massachusetts_it_says_for_what_a_round_is_void() -> None:
    at = At(MA).bet(1, "ann", 1000).cards("9S")
    refused = rejected(at, c.SignRemedy("sue", c.Void("round", "other")))
    due = "face up card (15(a)), foreign card (15(b)), reader misused (15(l)(1))"
    assert say(refused.message).endswith(f"A round is void only after: {due}.")
