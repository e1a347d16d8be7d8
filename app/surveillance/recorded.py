"""One round as it was recorded: the table when it opened, what was asked, what happened, and the cards now known."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from app.game.commands import Command
from app.game.core.apply import apply
from app.game.core.records import replace
from app.game.core.seals import Opened, seal
from app.game.core.state import Round, Table
from app.game.events import (
    BurnDisclosed,
    CardsCollected,
    EarlierRoundAmended,
    Event,
    FaceDownRemoved,
    HandTurnedUp,
    HeldCardSeen,
    HoleTurnedUp,
    KeptTurnedUp,
    LateWagerRefused,
    RoundOpened,
    TableHeld,
)

# A command and the events that it caused; None: a command that was refused and left events all the same.
Caused = tuple[Command | None, tuple[Event, ...]]


class Recorded(NamedTuple):
    """All that the record has of one round.

    `opening` is the table after RoundOpened. `events` are all of the stream since, up to the next RoundOpened.
    `commands` are the accepted ones of that stretch, each with how many of these events it caused. `opened` has the
    face-down cards that may be shown by now. `amended` is what later rounds did to this one.
    """

    opening: Table
    events: tuple[Event, ...]
    commands: tuple[tuple[Command, int], ...]
    opened: Mapping[str, Opened] = {}
    amended: tuple[EarlierRoundAmended, ...] = ()

    @property
    def number(self) -> int:
        """The round's number on its table."""
        return self.round.number

    @property
    def begun(self) -> Table:
        """The table as the round opened, with that as its opening, so that events can be applied to it."""
        opening = replace(self.opening, opening=None, record=())
        return replace(opening, opening=opening)

    @property
    def round(self) -> Round:
        """The round as it opened."""
        assert self.opening.round is not None, "a recorded round begins with the table on which it is open"
        return self.opening.round


def faces(recorded: Recorded) -> dict[str, Opened]:
    """Every face-down card that may be shown: those that were given, and those that were turned up on the table."""
    turned: list[Opened] = []
    for event in recorded.events:
        if isinstance(event, HoleTurnedUp | KeptTurnedUp | BurnDisclosed | FaceDownRemoved | HeldCardSeen):
            turned.append(event.opened)
        elif isinstance(event, HandTurnedUp | TableHeld):
            turned += event.opened
    return {**recorded.opened, **{seal(opened): opened for opened in turned}}


class Step(NamedTuple):
    """A command of the round with what it caused, and the table before and after; None: it was refused."""

    command: Command | None
    before: Table
    events: tuple[Event, ...]
    after: Table


def steps(recorded: Recorded) -> Iterator[Step]:
    """The round command by command, until its cards are collected."""
    table = recorded.begun
    for command, events in _caused(recorded):
        after = table
        for event in events:
            after = apply(after, event)
        if after.round is None:
            return
        yield Step(command, table, events, after)
        table = after


def _caused(recorded: Recorded) -> Iterator[Caused]:
    """Each command with its events; an attempt to bet too late has no command that was accepted."""
    at, events = 0, recorded.events
    for command, count in recorded.commands:
        while count and isinstance(events[at], LateWagerRefused):
            yield None, events[at : at + 1]
            at += 1
        yield command, events[at : at + count]
        at += count
    for event in events[at:]:
        yield None, (event,)


def ends_of_commands(recorded: Recorded) -> frozenset[int]:
    """After how many events of the round a command was done."""
    return frozenset(accumulate([len(events) for _, events in _caused(recorded)]))


def last_table(recorded: Recorded) -> Table:
    """The table as the round left it, before its cards were collected."""
    table = recorded.begun
    for event in recorded.events:
        if isinstance(event, CardsCollected):
            break
        table = apply(table, event)
    return table


def split_rounds(
    table: Table, caused: Iterable[Caused], opened: Mapping[str, Opened] | None = None
) -> tuple[Recorded, ...]:
    """The rounds in a stretch of a table's stream, which begins on this table."""
    rounds: list[Recorded] = []
    amendments: list[EarlierRoundAmended] = []
    for command, events in caused:
        count = 0
        for event in events:
            table = apply(table, event)
            if isinstance(event, RoundOpened):
                rounds.append(Recorded(table, (), (), opened or {}))
                count = 0
            elif rounds:
                rounds[-1] = rounds[-1]._replace(events=(*rounds[-1].events, event))
                count += 1
            if isinstance(event, EarlierRoundAmended):
                amendments.append(event)
        if command is not None and rounds:
            rounds[-1] = rounds[-1]._replace(commands=(*rounds[-1].commands, (command, count)))
    return tuple([each._replace(amended=tuple([a for a in amendments if a.round == each.number])) for each in rounds])
