"""Decisions, settlements and the end of the round."""

from app.game import events as e
from app.game.applied.chips import won
from app.game.cards import Card
from app.game.state import Box, Hand, Line, Rescue, Round, Table, changed_hand, changed_round, hand_of, with_hand


def initial_deal_completed(table: Table, event: e.InitialDealCompleted) -> Table:
    return changed_round(table, dealt=True, insurance_open=event.insurance, surrender_open=event.surrender)


def offers_closed(table: Table, event: e.OffersClosed) -> Table:
    assert table.round is not None
    rescue = table.round.rescue if event.rescue_stays else None
    return changed_round(table, insurance_open=(), surrender_open=(), rescue=rescue)


def offers_answered(table: Table, event: e.OffersAnswered) -> Table:
    round_ = table.round
    assert round_ is not None
    return changed_round(
        table,
        insurance_open=tuple([each for each in round_.insurance_open if each not in event.insurance]),
        surrender_open=tuple([box for box in round_.surrender_open if box not in event.surrender]),
        rescue=None if event.rescue else round_.rescue,
        answered=True,
    )


def insurance_placed(table: Table, event: e.InsurancePlaced) -> Table:
    assert table.round is not None
    places = [
        place._replace(insurance_cents=event.cents) if (place.box, place.player) == (event.box, event.player) else place
        for place in table.round.places
    ]
    return changed_round(table, places=tuple(places))


def box_surrendered(table: Table, event: e.BoxSurrendered) -> Table:
    assert table.round is not None
    boxes = tuple([box._replace(surrendered=True) if box.number == event.box else box for box in table.round.boxes])
    return changed_hand(changed_round(table, boxes=boxes), event.box, 1, done="surrender", wants_card=False)


def hit_called(table: Table, event: e.HitCalled) -> Table:
    return changed_hand(table, event.box, event.hand, wants_card=True)


def hand_doubled(table: Table, event: e.HandDoubled) -> Table:
    assert table.round is not None
    amounts = dict(event.amounts)
    hand = hand_of(table.round, event.box, event.hand)
    stakes = tuple([stake._replace(double_cents=amounts.get(stake.player, 0)) for stake in hand.stakes])
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
            stake if stake.player in keeps else stake._replace(original=False)
            for stake in hand.live
            if keeps.get(stake.player, 1) == 1
        ]
    )
    aces = hand.cards[0][0] == "A"
    new = [Hand(cards=(card,), split=True, split_aces=aces) for card in hand.cards]
    pair = (new[0]._replace(stakes=first), new[1]._replace(stakes=second))
    boxes = tuple(
        [_split_box(box, event.hand, hand.cards, pair) if box.number == event.box else box for box in table.round.boxes]
    )
    return changed_round(table, boxes=boxes, lines=tuple([_moved_right(line, event) for line in table.round.lines]))


def _split_box(box: Box, number: int, cards: tuple[Card, ...], pair: tuple[Hand, Hand]) -> Box:
    """The box with these two hands in the place of the one of these cards."""
    hands = (*box.hands[: number - 1], *pair, *box.hands[number:])
    return box._replace(hands=hands, pairs_split=(*box.pairs_split, cards))


def _moved_right(line: Line, event: e.HandSplit) -> Line:
    """A hand to the right of the one that was split, void before its turn, has the next number now."""
    return line._replace(hand=line.hand + 1) if line.box == event.box and line.hand > event.hand else line


def hand_completed(table: Table, event: e.HandCompleted) -> Table:
    return changed_hand(table, event.box, event.hand, done=event.why)


def rescue_offered(table: Table, event: e.RescueOffered) -> Table:
    return changed_round(table, rescue=Rescue(event.box, event.hand, event.players))


def double_taken_back(table: Table, event: e.DoubleTakenBack) -> Table:
    assert table.round is not None
    assert table.round.rescue is not None
    hand = hand_of(table.round, event.box, event.hand)
    stakes = tuple([stake._replace(rescued=True) if stake.player == event.player else stake for stake in hand.stakes])
    players = tuple([player for player in table.round.rescue.players if player != event.player])
    table = changed_round(table, rescue=table.round.rescue._replace(players=players))
    return changed_hand(table, event.box, event.hand, stakes=stakes)


def settled(table: Table, event: e.Settled) -> Table:
    round_ = table.round
    assert round_ is not None
    for line in event.lines:
        if line.wager == "main":
            round_ = _main_settled(round_, line)
        elif line.wager == "insurance":
            round_ = _insurance_settled(round_, line)
    return won(table._replace(round=round_._replace(lines=round_.lines + event.lines)), event.lines)


def _main_settled(round_: Round, line: Line) -> Round:
    hand = hand_of(round_, line.box, line.hand)
    stakes = tuple(
        [stake._replace(outcome=line.outcome) if stake.player == line.player else stake for stake in hand.stakes]
    )
    return with_hand(round_, line.box, line.hand, hand._replace(stakes=stakes))


def _insurance_settled(round_: Round, line: Line) -> Round:
    places = [
        place._replace(insurance_settled=True) if (place.box, place.player) == (line.box, line.player) else place
        for place in round_.places
    ]
    return round_._replace(places=tuple(places))


def round_completed(table: Table, event: e.RoundCompleted) -> Table:
    return changed_round(table, complete=True)
