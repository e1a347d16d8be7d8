"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment, always
from app.game.core.state import Line
from app.game.subjects.settlement import events as e


def settled(event: e.Settled, moment: Moment) -> Message:
    return message("settled.lines", lines=lines_said(event.lines))


round_completed = always("play.round_completed")


def line_said(line: Line) -> Message:
    """One settled wager: what it was, how it ended, what it brought."""
    return message(
        "settled.line",
        place=(line.box, line.hand),
        player=line.player,
        wager=line.wager,
        stake=line.stake_cents,
        outcome=line.outcome,
        odds=if_any("settled.odds", odds=line.odds),
        brought=line.pays_cents - line.takes_cents,
        clause=line.clause,
    )


def lines_said(lines: tuple[Line, ...]) -> tuple[Message, ...]:
    """Settled wagers, in their order."""
    return tuple([line_said(line) for line in lines])
