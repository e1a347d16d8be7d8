"""Tables that differ in a card that lies face down look alike."""

from collections.abc import Callable
from typing import Any

import pytest

from app.game import commands as c
from app.game.core.records import replace
from app.game.questions import open_questions
from app.game.views.audiences import dealer_view, floor_view, sign_view, surveillance_view
from tests.game.devices.line import TEN_S, TWO_C
from tests.game.tables import MA, At, face_down

SEEN_ALIKE: dict[str, Callable[[str], list[c.Command]]] = {
    "out of turn": lambda card: [c.LayBy(card)],
    "with an alarm": lambda card: [c.LayBy(card, alarm=True)],
    "behind a hold": lambda card: [c.DoubtDevice("reports_lost"), c.LayBy(card), c.Resolve("continue")],
    "lying ready": lambda card: [c.LayBy(card), c.Resolve("use_as_next")],
    "hole": lambda card: [c.DrawFaceDown(card, hole=True)],
    "keyed hole": lambda card: [c.DrawFaceDown(card, hole=True, source="keyed")],
    "hole with an alarm": lambda card: [c.DrawFaceDown(card, hole=True, alarm=True)],
    "burn": lambda card: [c.ChangeDealer("dee"), c.BurnCard(card, "keyed")],
    "entered": lambda card: [c.DoubtDevice("card_unread"), c.Resolve("enter_card", commitment=card)],
    "keyed differs": lambda card: [
        c.DrawFaceDown(face_down("4H")[0], hole=True, source="keyed"), c.DoubtKeyed(card),
    ],
    "a further one": lambda card: [
        c.DrawFaceDown(face_down("4H")[0], hole=True, source="keyed"), c.DoubtKeyed(card), c.Resolve("another_card"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("what", SEEN_ALIKE)
def test_tables_that_differ_in_a_face_down_card_look_alike(what: str) -> None:
    """To everybody, and to surveillance but for the commitments."""
    one, two = (_with(SEEN_ALIKE[what], commitment) for commitment in (TWO_C, TEN_S))
    assert one.table != two.table
    for view in sign_view, dealer_view, floor_view:
        assert repr(view(one.table, one.rules)) == repr(view(two.table, two.rules))
    assert open_questions(one.table, one.rules) == open_questions(two.table, two.rules)
    assert [type(event) for event in one.events] == [type(event) for event in two.events]
    assert _but_commitments(one) == _but_commitments(two)


def _with(commands: Callable[[str], list[c.Command]], commitment: str) -> At:
    return At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D").do(*commands(commitment))


def _but_commitments(at: At) -> Any:
    view = surveillance_view(at.table, at.rules)
    return replace(view, commitments=(), shoe=replace(view.shoe, burnt=()))
