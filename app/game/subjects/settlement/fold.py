"""What its events make of a table."""

from app.game.core.folding import won
from app.game.core.records import replace
from app.game.core.state import Line, Round, Table, changed_round, hand_of, with_hand
from app.game.subjects.settlement import events as e


def settled(table: Table, event: e.Settled) -> Table:
    round_ = table.round
    assert round_ is not None
    for line in event.lines:
        if line.wager == "main":
            round_ = _main_settled(round_, line)
        elif line.wager == "insurance":
            round_ = _insurance_settled(round_, line)
    return won(replace(table, round=replace(round_, lines=round_.lines + event.lines)), event.lines)


def _main_settled(round_: Round, line: Line) -> Round:
    hand = hand_of(round_, line.box, line.hand)
    stakes = tuple(
        [replace(stake, outcome=line.outcome) if stake.player == line.player else stake for stake in hand.stakes]
    )
    return with_hand(round_, line.box, line.hand, replace(hand, stakes=stakes))


def _insurance_settled(round_: Round, line: Line) -> Round:
    places = [
        replace(place, insurance_settled=True) if (place.box, place.player) == (line.box, line.player) else place
        for place in round_.places
    ]
    return replace(round_, places=tuple(places))


def round_completed(table: Table, event: e.RoundCompleted) -> Table:
    return changed_round(table, complete=True)
