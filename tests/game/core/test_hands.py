"""What a hand counts."""

from app.game.core.cards import Card
from app.game.core.hands import total


def test_a_total_says_plainly_whether_it_is_soft() -> None:
    assert total((Card("9C"),)).soft is False
    assert total((Card("AC"),)).soft is True
