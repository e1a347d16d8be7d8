"""Tables whose line is in doubt, and what tests of them look at."""

from typing import Any

from app.game import commands as c
from app.game import events as e
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.state import Held, cards_on_layout
from app.game.questions import open_questions
from tests.game.tables import MA, NZ, At, face_down

TWO_C, CARD = face_down("2C", 9)
KING_D, KING = face_down("KD", 8)
TEN_S, TEN = face_down("TS", 7)


def conserved(at: At) -> At:
    """Every card of the set is somewhere, after every event since the table was set up."""
    table = EMPTY
    for event in at.events:
        table = apply(table, event)
        assert table.shoe.left + cards_on_layout(table) + table.shoe.discarded == table.shoe.size, event
        assert table.shoe.left >= 0, event
    return at


def held(at: At) -> Held:
    assert at.table.held is not None
    return at.table.held


def why(at: At) -> tuple[str, str, str]:
    """Why the table holds: the irregularity, its detail, the phase."""
    return held(at).irregularity, held(at).detail, held(at).phase


def choices(at: At) -> tuple[str, ...]:
    return open_questions(at.table, at.rules)[0].choices


def dealt(**options: Any) -> At:
    """Box 1 has 17 against the dealer's eight and is asked."""
    return At(NZ, **options).bet(1, "ann", 1000).cards("9S 8H 8D")


def doubted() -> At:
    return dealt().do(c.DoubtDevice("reports_lost"))


def given(at: At) -> list[e.CardDealt]:
    return [event for event in at.events if isinstance(event, e.CardDealt)]


def after_the_round() -> At:
    return dealt().do(c.Stand(1)).cards("KD")


def shuffle_due() -> At:
    return after_the_round().do(c.OrderShuffle("discretion"))


def peek_due() -> At:
    at = At(MA, hole_card="reader").bet(1, "ann", 1000).cards("9C AS 9D")
    return at.do(c.DrawFaceDown(face_down("5D")[0], hole=True), c.Proceed())


def burn_due() -> At:
    return At(MA).bet(1, "ann", 1000).cards("9C").do(c.ChangeDealer("dee"))


def keyed() -> At:
    at = At(NZ).bet(1, "ann", 1000)
    return at.do(*[c.DrawCard(Card(card), "keyed") for card in ("9S", "8H", "8D")])
