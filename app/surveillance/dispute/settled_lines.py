"""The settled lines of a round, out of its events alone: what the table holds when they have been applied."""

from collections.abc import Iterable
from typing import Any

from app.game import events as e
from app.game.core.records import replace
from app.game.core.state import Line


def settled_lines(events: Iterable[Any]) -> list[Line]:
    """The lines that stand after these events."""
    lines: list[Line] = []
    for event in events:
        if isinstance(event, e.CardsCollected):
            break
        lines = _after(lines, event)
    return lines


def _after(lines: list[Line], event: Any) -> list[Line]:
    if isinstance(event, e.RoundRewritten):
        return settled_lines(event.events)
    if isinstance(event, e.HandSplit):
        return [_moved_right(line, event) for line in lines]
    if isinstance(event, e.WagersVoided | e.RoundVoided):
        left = list(lines)
        for line in event.withdrawn:
            left.remove(line)
        return [*left, *event.lines]
    return [*lines, *event.lines] if isinstance(event, e.Settled) else lines


def _moved_right(line: Line, event: e.HandSplit) -> Line:
    """A hand to the right of the one that was split has the next number now."""
    return replace(line, hand=line.hand + 1) if line.box == event.box and line.hand > event.hand else line
