"""Cards that lie face down: what opens them, and what does not."""

from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.records import replace
from app.game.core.seals import Opened, opens, seal
from app.game.events import CardDealt, TableHeld
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from app.store.codec import encode
from tests.game.tables import MA, NZ, SG, At, face_down


def with_hole_card(card: str, mode: str = "reader", cards: str = "9C AS 9D") -> At:
    commitment, _ = face_down(card)
    return At(MA, hole_card=mode).bet(1, "ann", 1000).cards(cards).do(c.DrawFaceDown(commitment, hole=True))


def test_a_commitment_opens_with_its_card_and_salt_only() -> None:
    commitment, opened = face_down("KS")
    assert opens(opened, commitment)
    assert not opens(replace(opened, salt=b"\x02" * 16), commitment)
    assert not opens(face_down("KH")[1], commitment)
    short = Opened(opened.card, b"\x01")
    assert not opens(short, seal(short))


def test_a_reader_that_denied_a_blackjack_makes_the_table_hold() -> None:
    at = with_hole_card("KD").do(c.ReadHole(blackjack=False), c.Stand(1), c.TurnUpHole(face_down("KD")[1]))
    assert at.table.held is not None
    assert at.table.held.irregularity == "reader_was_wrong"


def test_a_reader_that_claimed_a_blackjack_makes_the_table_hold() -> None:
    at = with_hole_card("5D").do(c.ReadHole(blackjack=True), c.TurnUpHole(face_down("5D")[1]))
    assert at.table.held is not None
    assert at.refused(c.Proceed()) == "table_holds"


def test_another_card_than_the_sealed_one_is_refused() -> None:
    at = with_hole_card("KD", mode="blind", cards="9C 9S 9D").do(c.Stand(1))
    assert at.refused(c.TurnUpHole(face_down("QD")[1])) == "wrong_card"


def test_the_hole_card_is_not_turned_up_before_its_time() -> None:
    assert with_hole_card("KD", mode="blind").refused(c.TurnUpHole(face_down("KD")[1])) == "nothing_to_turn"
    assert At(NZ).refused(c.TurnUpHole(face_down("KD")[1])) == "nothing_to_turn"
    assert At(NZ).bet(1, "ann", 1000).refused(c.TurnUpHole(face_down("KD")[1])) == "nothing_to_turn"


def squeezed() -> At:
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DrawFaceDown(face_down("9C", 1)[0]))
    return at.cards("6H").do(c.DrawFaceDown(face_down("9D", 2)[0]))


def test_squeezed_cards_are_turned_up_together_and_in_order() -> None:
    one, two = face_down("9C", 1)[1], face_down("9D", 2)[1]
    assert squeezed().refused(c.TurnUpBox(1, (one,))) == "wrong_card"
    assert squeezed().refused(c.TurnUpBox(1, (two, one))) == "wrong_card"
    assert squeezed().refused(c.TurnUpBox(2, (one, two))) == "nothing_to_turn"
    at = squeezed().do(c.TurnUpBox(1, (one, two)))
    assert at.table.round is not None
    assert at.table.round.boxes[0].hands[0].cards == ("9C", "9D")


def test_no_card_leaves_while_a_squeezed_one_lies_face_down() -> None:
    assert squeezed().refused(c.DrawCard(face_down("2C")[1].card)) == "turn_up_first"


def test_a_burnt_card_is_disclosed_by_its_own_seal_only() -> None:
    commitment, opened = face_down("7H")
    at = At(MA, opened=False)
    assert at.refused(c.DiscloseBurn(opened)) == "nothing_burnt"
    at = At(MA).do(c.ChangeDealer("another"), c.BurnCard(commitment))
    assert at.refused(c.DiscloseBurn(face_down("7S")[1])) == "wrong_card"
    before = at.table.shoe.burnt
    assert at.do(c.DiscloseBurn(opened)).table.shoe.burnt == before[:-1]


def test_an_empty_shoe_gives_no_face_down_card() -> None:
    at = At(MA)
    at.table = replace(at.table, shoe=replace(at.table.shoe, left=0, burn_due="7(c)"))
    assert at.refused(c.BurnCard(face_down("7H")[0])) == "shoe_empty"
    at.table = replace(at.table, shoe=replace(at.table.shoe, burn_due=None))
    assert at.refused(c.DrawFaceDown(face_down("7H")[0])) == "shoe_empty"


def test_no_view_but_surveillances_names_a_commitment() -> None:
    for at in (squeezed(), with_hole_card("KD")):
        lying = surveillance_view(at.table, at.rules).commitments
        assert lying
        shown = "".join(encode(view(at.table, at.rules)) for view in (sign_view, dealer_view, floor_view))
        assert [commitment for commitment in lying if commitment in shown] == []


def test_what_opens_a_card_prints_none() -> None:
    assert "2C" not in repr(face_down("2C")[1])


def test_no_face_down_card_before_the_due_shuffle() -> None:
    at = At(SG).do(c.OrderShuffle("suspicion")).bet(1, "ann", 1000).do(c.PermitSqueeze(1))
    assert at.refused(c.DrawFaceDown(face_down("9C")[0])) == "shuffle_due"


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


def test_a_face_down_card_too_many_holds_the_table() -> None:
    at = At(SG, decks=4).bet(1, "ann", 1000).bet(2, "bob", 1000).do(c.PermitSqueeze(2)).cards("8S")
    at.do(c.DrawFaceDown(face_down("8S", 1)[0])).cards("8S 8S").do(c.DrawFaceDown(face_down("8S", 2)[0]))
    at.table = apply(at.table, CardDealt("8S", 0, 1))  # type: ignore[arg-type]
    at.do(c.TurnUpBox(2, (face_down("8S", 1)[1], face_down("8S", 2)[1])))
    assert at.table.held is not None
    assert at.table.held.irregularity == "impossible_card"
