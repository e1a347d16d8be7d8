"""How a round reads, to be laid beside another reading of it."""

from app.game.core.state import Round
from app.language.phrases import dealer_in_words, gain, hand_in_words, spaced


def reading(round_: Round) -> dict[str, str]:
    """How a round reads: each hand, the dealer, and each settled wager, by what it is."""
    read = {
        f"box {box.number}, hand {number}": hand_in_words(hand)
        for box in round_.boxes
        for number, hand in enumerate(box.hands, 1)
    }
    read["dealer"] = dealer_in_words(round_)
    for line in round_.lines:
        key = f"{line.player}, {spaced(line.wager)} on box {line.box}, hand {line.hand}"
        read[key] = f"{spaced(line.outcome)} {gain(line.pays_cents - line.takes_cents)}"
    return read
