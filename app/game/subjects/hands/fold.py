"""What its events make of a table."""

from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import Box, Hand, Line, Rescue, Table, changed_hand, changed_round, hand_of
from app.game.subjects.hands import events as e


def hit_called(table: Table, event: e.HitCalled) -> Table:
    return changed_hand(table, event.box, event.hand, wants_card=True)


def hand_doubled(table: Table, event: e.HandDoubled) -> Table:
    assert table.round is not None
    amounts = dict(event.amounts)
    hand = hand_of(table.round, event.box, event.hand)
    stakes = tuple([replace(stake, double_cents=amounts.get(stake.player, 0)) for stake in hand.stakes])
    return changed_hand(
        table, event.box, event.hand, stakes=stakes, doubled=True, hard_aces=event.hard_aces, wants_card=True
    )


def hand_split(table: Table, event: e.HandSplit) -> Table:
    assert table.round is not None
    keeps = dict(event.keeps)
    hand = hand_of(table.round, event.box, event.hand)
    first = tuple([stake for stake in hand.stakes if stake.settled or keeps.get(stake.player, 0) == 0])
    second = tuple(
        [
            stake if stake.player in keeps else replace(stake, original=False)
            for stake in hand.live
            if keeps.get(stake.player, 1) == 1
        ]
    )
    aces = hand.cards[0][0] == "A"
    new = [Hand(cards=(card,), split=True, split_aces=aces) for card in hand.cards]
    pair = (replace(new[0], stakes=first), replace(new[1], stakes=second))
    boxes = tuple(
        [_split_box(box, event.hand, hand.cards, pair) if box.number == event.box else box for box in table.round.boxes]
    )
    return changed_round(table, boxes=boxes, lines=tuple([_moved_right(line, event) for line in table.round.lines]))


def _split_box(box: Box, number: int, cards: tuple[Card, ...], pair: tuple[Hand, Hand]) -> Box:
    """The box with these two hands in the place of the one of these cards."""
    hands = (*box.hands[: number - 1], *pair, *box.hands[number:])
    return replace(box, hands=hands, pairs_split=(*box.pairs_split, cards))


def _moved_right(line: Line, event: e.HandSplit) -> Line:
    """A hand to the right of the one that was split, void before its turn, has the next number now."""
    return replace(line, hand=line.hand + 1) if line.box == event.box and line.hand > event.hand else line


def hand_completed(table: Table, event: e.HandCompleted) -> Table:
    return changed_hand(table, event.box, event.hand, done=event.why)


def rescue_offered(table: Table, event: e.RescueOffered) -> Table:
    return changed_round(table, rescue=Rescue(event.box, event.hand, event.players))


def double_taken_back(table: Table, event: e.DoubleTakenBack) -> Table:
    assert table.round is not None
    assert table.round.rescue is not None
    hand = hand_of(table.round, event.box, event.hand)
    stakes = tuple([replace(stake, rescued=True) if stake.player == event.player else stake for stake in hand.stakes])
    players = tuple([player for player in table.round.rescue.players if player != event.player])
    table = changed_round(table, rescue=replace(table.round.rescue, players=players))
    return changed_hand(table, event.box, event.hand, stakes=stakes)
