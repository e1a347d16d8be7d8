"""What a later mutation run found unheld: last rounds, recuts, reliefs, displaced wagers, cards that lay face down."""

from app.game import commands as c
from app.game.events import BurnFellDue, ShuffleFellDue, TableHeld, WagerDisplaced
from app.game.questions import open_questions
from tests.game.tables import ACT, MA, NZ, SG, At, face_down


def to_the_end(at: At) -> At:
    """Box 1 stands on 18 and the dealer makes 17."""
    return at.do(c.Stand(1)).cards("8D")


def test_the_round_of_the_announcement_is_not_one_of_the_last() -> None:
    at = At(ACT).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.AnnounceFinalRounds(), c.DrawCutCard())
    assert any(isinstance(event, ShuffleFellDue) for event in to_the_end(at).events)


def test_the_last_rounds_are_announced_once() -> None:
    at = At(ACT).do(c.AnnounceFinalRounds())
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    for _ in range(2):
        to_the_end(at.bet(1, "ann", 1000).cards("9C 9S 9D"))
    assert at.refused(c.AnnounceFinalRounds()) == "final_rounds_not_allowed"
    to_the_end(at.bet(1, "ann", 1000).cards("9C 9S 9D")).do(c.AnnounceFinalRounds())


def test_nothing_is_dealt_from_a_shoe_that_is_cut_again() -> None:
    at = At(MA).do(c.OrderRecut())
    assert [question.step for question in open_questions(at.table, at.rules) if question.step] == ["cut"]
    assert at.bet(1, "ann", 1000).refused(c.DrawCard("9C")) == "not_shuffled"  # type: ignore[arg-type]


def test_no_face_down_card_before_the_due_shuffle() -> None:
    at = At(SG).do(c.OrderShuffle("suspicion")).bet(1, "ann", 1000).do(c.PermitSqueeze(1))
    assert at.refused(c.DrawFaceDown(face_down("9C")[0])) == "shuffle_due"


def test_two_reliefs_before_a_card_are_one_burn() -> None:
    at = At(MA).do(c.ChangeDealer("one"), c.ChangeDealer("two"))
    assert sum(isinstance(event, BurnFellDue) for event in at.events) == 1


def test_a_split_hand_does_not_stand_before_its_second_card() -> None:
    at = At(MA).bet(1, "ann", 1000).cards("KC 9S KD").do(c.Split(1))
    assert at.refused(c.Stand(1)) == "stand_not_allowed"


def test_a_displaced_wager_says_for_whom_and_why() -> None:
    at = At(SG, maximum_cents=20000).bet(1, "bob", 15000, seated=False).bet(1, "ann", 12000)
    displaced = next(event for event in at.events if isinstance(event, WagerDisplaced))
    assert (displaced.by, displaced.clause, displaced.cents) == ("ann", "5.1", 8000)


def test_whoever_comes_first_cuts_after_a_vacant_table() -> None:
    at = to_the_end(At(MA).bet(1, "ann", 1000).cards("9C 9S 9D")).do(c.OrderShuffle("vacant"))
    at.bet(2, "bob", 1000).bet(5, "cat", 1000)
    at.do(*[c.DoStep(step) for step in ("spread", "turn_down", "wash", "stack", "riffle", "turn", "riffle", "strip")])
    at.do(c.FinishShuffle(), c.CutCards(2, 100))


def test_a_bettor_already_on_the_box_needs_no_consent() -> None:
    at = At(MA).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False)
    at.do(c.PlaceWager(1, "ann", "main", 1500, seated=True, consent=False))
    assert at.refused(c.PlaceWager(1, "cat", "main", 1500, consent=False)) == "no_consent"
    assert at.bet(2, "cat", 1000).refused(c.PlaceWager(2, "ann", "main", 1000, consent=False)) == "no_consent"


def test_cents_left_over_go_to_the_seated_player_wherever_listed() -> None:
    at = At(SG, maximum_cents=10000).do(c.PlaceWager(1, "bob", "main", 10000, noticed=False))
    at.do(c.PlaceWager(1, "cat", "main", 10000, noticed=False))
    at.do(c.PlaceWager(1, "ann", "main", 10000, seated=True, noticed=False)).cards("9C")
    assert at.table.round is not None
    assert [place.effective_cents for place in at.table.round.places] == [3333, 3333, 3334]


def held(at: At) -> TableHeld:
    event = at.events[-1]
    assert isinstance(event, TableHeld)
    return event


def test_a_hold_keeps_the_proof_of_what_was_turned_up() -> None:
    ten, opened = face_down("TS")
    burnt = At(MA).do(c.ChangeDealer("one"), c.BurnCard(ten), c.DiscloseBurn(opened))
    assert held(burnt).opened == (opened,)
    hole = (
        At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D").do(c.DrawFaceDown(ten, hole=True), c.Stand(1))
    )
    assert held(hole.do(c.TurnUpHole(opened))).opened == (opened,)
    squeezed = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1)).cards("9C 9S").do(c.DrawFaceDown(ten))
    event = held(squeezed.do(c.TurnUpBox(1, (opened,))))
    assert (event.opened, event.card, event.irregularity) == ((opened,), "TS", "foreign_card")


def test_the_card_named_is_the_one_too_many() -> None:
    nine, opened = face_down("9C", 1)
    other, fine = face_down("2D", 2)
    at = At(SG, decks=4).bet(1, "ann", 1000).bet(2, "bob", 1000).do(c.PermitSqueeze(2)).cards("9C")
    at.do(c.DrawFaceDown(nine)).cards("9C 9C").do(c.DrawFaceDown(other))
    at.do(c.TurnUpBox(2, (opened, fine)))
    at = At(NZ, decks=4).bet(1, "ann", 1000).cards("9C 9C 9C").do(c.Hit(1)).cards("9C")
    at.do(c.OpenBetting()).bet(1, "ann", 1000).cards("9C")
    assert (held(at).card, held(at).irregularity) == ("9C", "impossible_card")
