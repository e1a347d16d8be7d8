"""Cards that come out: what the event says of them, and the card for which the table holds."""

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.events import CardDealt, CardDealtDown
from tests.game.tables import MA, NZ, SG, At, face_down


def changed_shoe(at: At, **fields: object) -> At:
    """The same table with some facts of its shoe changed."""
    at.table = replace(at.table, shoe=replace(at.table.shoe, **fields))  # type: ignore[arg-type]
    return at


def held(at: At, command: c.Command) -> tuple[str | None, str, bool] | None:
    """For which card the table holds after this, why, and whether that card left the shoe just now."""
    left = at.table.shoe.left
    at.do(command)
    held = at.table.held
    return (held.card, held.irregularity, at.table.shoe.left < left) if held is not None else None


def hole_dealt(cards: str = "9C AS 9D", mode: str = "reader", hole: str = "5D") -> At:
    commitment, _ = face_down(hole)
    return At(MA, hole_card=mode).bet(1, "ann", 1000).cards(cards).do(c.DrawFaceDown(commitment, hole=True))


def test_an_empty_shoe_gives_no_card() -> None:
    at = changed_shoe(At(NZ).bet(1, "ann", 1000), left=0).cards("9C")
    assert at.table.held is not None
    assert (at.table.held.card, at.table.held.irregularity) == ("9C", "impossible_card")
    assert changed_shoe(At(NZ).bet(1, "ann", 1000), left=1).cards("9C").table.held is None


def test_a_card_after_the_round_is_named() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C 9S KD").do(c.Stand(1)).cards("8D")
    assert held(at, c.DrawCard(Card("2C"))) == ("2C", "card_not_awaited", True)


def test_a_card_where_the_hole_card_is_to_be_turned_is_not_awaited() -> None:
    at = hole_dealt("9C 9S 9D", mode="blind").do(c.Stand(1))
    assert held(at, c.DrawCard(Card("2C"))) == ("2C", "card_not_awaited", True)


def test_a_ten_is_named() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("TC")
    assert at.table.held is not None
    assert (at.table.held.card, at.table.held.irregularity) == ("TC", "foreign_card")


def test_a_ten_that_lay_face_down_is_named() -> None:
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1)).cards("9C 9S 5D")
    commitment, opened = face_down("TC")
    at.do(c.Hit(1), c.DrawFaceDown(commitment))
    assert held(at, c.TurnUpBox(1, (opened,))) == ("TC", "foreign_card", False)


def test_a_misread_hole_card_is_named() -> None:
    at = hole_dealt().do(c.ReadHole(blackjack=True))
    assert held(at, c.TurnUpHole(face_down("5D")[1])) == ("5D", "reader_was_wrong", False)


def test_a_burnt_ten_is_named() -> None:
    commitment, opened = face_down("TS")
    at = At(MA).do(c.ChangeDealer("another"), c.BurnCard(commitment))
    assert held(at, c.DiscloseBurn(opened)) == ("TS", "foreign_card", False)
    assert at.table.dealer == "another"


def test_each_card_goes_on_record_with_its_place() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C 9S 2D").do(c.Hit(1)).cards("2C 2H").do(c.Stand(1)).cards("8D")
    dealt = [(e.card, e.box, e.hand, e.implied_hit) for e in at.events if isinstance(e, CardDealt)]
    assert dealt == [
        ("9C", 1, 1, False), ("9S", 0, 1, False), ("2D", 1, 1, False),
        ("2C", 1, 1, False),  # asked for
        ("2H", 1, 1, True),  # nobody asked: the card is the hit
        ("8D", 0, 1, False),
    ]  # fmt: skip


def test_a_forced_card_is_no_hit() -> None:
    at = At(SG).bet(1, "ann", 1000).cards("2C 9S 3D").do(c.Hit(1)).cards("4C 5C")
    dealt = [event for event in at.events if isinstance(event, CardDealt)]
    assert [event.implied_hit for event in dealt] == [False] * 5


def test_a_face_down_hit_goes_on_record_with_its_place() -> None:
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1)).cards("9C 9S 5D")
    commitment, _ = face_down("2C")
    at.do(c.DrawFaceDown(commitment))
    assert at.events[-1] == CardDealtDown(commitment, 1, 1, implied_hit=True)


def test_the_hole_card_goes_on_record_with_its_place() -> None:
    commitment, _ = face_down("5D")
    assert CardDealtDown(commitment, 0, 1) in hole_dealt().events


def test_a_face_down_card_waits_for_the_burn() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D").do(c.ChangeDealer("another"))
    assert at.refused(c.DrawFaceDown(face_down("5D")[0], hole=True)) == "burn_due"


def test_a_face_down_card_is_what_it_is_called() -> None:
    at = At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D")
    assert at.refused(c.DrawFaceDown(face_down("5D")[0])) == "squeeze_not_allowed"
    at = At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1))
    assert at.refused(c.DrawFaceDown(face_down("5D")[0], hole=True)) == "no_hole_card"


def test_after_the_round_no_card_goes_face_down() -> None:
    at = At(NZ).bet(1, "ann", 1000).cards("9C 9S KD").do(c.Stand(1)).cards("8D")
    assert at.refused(c.DrawFaceDown(face_down("5D")[0], hole=True)) == "no_hole_card"
    assert at.refused(c.DrawFaceDown(face_down("5D")[0])) == "squeeze_not_allowed"


def test_the_hole_card_is_read_first_and_only_where_there_is_one() -> None:
    assert hole_dealt().refused(c.DrawCard(Card("2C"))) == "peek_first"
    assert At(MA, hole_card="reader").refused(c.ReadHole(blackjack=False)) == "peek_not_allowed"
