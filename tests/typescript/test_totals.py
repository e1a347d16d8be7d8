"""What the sign says of a hand's total."""

from typing import Any

import pytest

from tests.typescript.running import made

SOURCE = """
import { totalOf } from "./totals";
export default (hands) => hands.map((hand) => totalOf(hand));
"""


def hand(cards: str, points: int, *, soft: bool, done: str = "") -> dict[str, Any]:
    return {"cards": cards.split(), "face_down": 0, "points": points, "soft": soft, "doubled": False, "done": done}


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        (hand("", 0, soft=False), ""),
        (hand("8S 6H", 14, soft=False), "14"),
        (hand("AS 6H", 17, soft=True), "7/17"),
        (hand("AS 6H", 17, soft=True, done="stand"), "17"),
        # The dealer's hand is never said to be done, and 21 is 21.
        (hand("AS 9H", 20, soft=True), "10/20"),
        (hand("AS KH", 21, soft=True), "21"),
        (hand("AS 5H 5C", 21, soft=True), "21"),
    ],
)
def test_an_ace_counts_two_ways_while_that_is_open(lies: dict[str, Any], said: str) -> None:
    assert made("sign", SOURCE, [lies]) == [said]
