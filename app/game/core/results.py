"""What a round came to, as everybody at the table saw it."""

from app.game.core.state import Box, Hand, LastBox, LastHand, LastRound, Line, Result, Round


def last_round(round_: Round) -> LastRound | None:
    """The round as it is remembered when its cards are collected; None if no card was to be dealt."""
    if not round_.boxes:
        return None
    boxes = tuple([_box(round_, box) for box in round_.boxes])
    return LastRound(round_.number, round_.void is not None, round_.dealer, boxes)


def net(round_: Round) -> dict[str, int]:
    """What the round changed for each player; one whose wager was void, and who then left, has a line and no place."""
    cents = dict.fromkeys([place.player for place in round_.places], 0)
    for line in round_.lines:
        cents[line.player] = cents.get(line.player, 0) + line.pays_cents - line.takes_cents
    return cents


def results_at(round_: Round, box: int) -> tuple[Result, ...]:
    """What became of the wagers on this box, in the order in which they were settled."""
    return tuple([_result(line) for line in round_.lines if line.box == box])


def _result(line: Line) -> Result:
    return Result(line.hand, line.wager, line.outcome)


def _box(round_: Round, box: Box) -> LastBox:
    hands = tuple([_hand(hand) for hand in box.hands])
    return LastBox(box.number, box.surrendered, hands, results_at(round_, box.number))


def _hand(hand: Hand) -> LastHand:
    return LastHand(hand.cards, hand.doubled, hand.hard_aces, hand.done)
