"""What may be seen of cards that wait behind a doubt: none, where one of them may lie face down."""

from typing import Any

import pytest

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import SALT_BYTES, Opened, seal
from app.table.intake.hidden import Hidden
from app.table.intake.waiting_cards import told_cards, waits_already
from tests.game.tables import MA, SG, At

KING = Opened(Card("KH"), bytes(SALT_BYTES))


def waiting(at: At) -> tuple[At, Hidden]:
    """The king waits, and it is not known whether a card is missing before it."""
    known = Hidden()
    known.keep(KING)
    return at.do(c.DoubtDevice("reports_lost"), c.LayBy(seal(KING))), known


def two_boxes(book: str, **fields: Any) -> At:
    return At(book, **fields).bet(1, "ann", 1000).bet(2, "bob", 1000)


@pytest.mark.parametrize("hole_card", ["blind", "reader"])
def test_no_face_before_the_hole_card_is_dealt(hole_card: str) -> None:
    at, known = waiting(two_boxes(MA, hole_card=hole_card).cards("9D 6S AS 8S"))
    assert [each.card for each in told_cards(at.table, at.rules, known, "").cards] == [None]
    assert waits_already(at.table, at.rules, known, "", Card("KH")) == ()


def test_no_face_at_a_table_with_a_box_that_squeezes() -> None:
    at, known = waiting(two_boxes(SG).do(c.PermitSqueeze(2)).cards("9D"))
    assert [each.card for each in told_cards(at.table, at.rules, known, "").cards] == [None]
    assert waits_already(at.table, at.rules, known, "", Card("KH")) == ()


def test_a_face_where_every_card_of_the_deal_lies_open() -> None:
    at, known = waiting(two_boxes(MA).cards("9D 6S AS 8S"))
    assert [each.card for each in told_cards(at.table, at.rules, known, "").cards] == ["KH"]
    assert waits_already(at.table, at.rules, known, "", Card("KH")) == (KING,)
