"""What a machine has told while something else came first: it is not lost, and has its turn like whatever waits.

The shuffle is done, the shuffler has failed, the reader was used out of turn or contradicts itself, the shoe is empty:
each is what it would have been, if it still is. What the table does not take then (the cards are being
shuffled by hand by now, the round is over) was told to the floor when it came, and is left at that.
"""

from collections.abc import Callable, Mapping
from typing import Final

from app.game import commands as c
from app.game.core.draft import Draft
from app.game.core.rejections import Rejected
from app.game.core.state import Table
from app.game.ordinary_play import play_on
from app.game.rules.ruleset import Irregularity
from app.game.subjects.irregularities.decide import report, report_shoe_empty
from app.game.subjects.shoe.preparation_steps import config_now

SHUFFLE_DONE: Final = "shuffle_done"
FAILED: Final = "shuffler_fault"
MISUSED: Final = "reader_misused"
BROKEN: Final = "reader_broken"
EMPTY: Final = "shoe_empty"


def _shuffled(draft: Draft) -> Rejected | None:
    if config_now(draft.table).shuffler == "none":
        return draft.refuse("step_not_due.by_hand")
    return play_on(draft, c.FinishShuffle())


def round_goes_on(table: Table) -> bool:
    """Whether a hole card can be read for a round. After it the reader can be tried with anything."""
    return table.round is not None and not table.round.complete


def _of_reader(word: Irregularity) -> Callable[[Draft], Rejected | None]:
    def told(draft: Draft) -> Rejected | None:
        if not round_goes_on(draft.table):
            return draft.refuse("round_over")
        return report(draft, c.Report(word))

    return told


MACHINES_WORDS: Final[Mapping[str, Callable[[Draft], Rejected | None]]] = {
    SHUFFLE_DONE: _shuffled,
    FAILED: lambda draft: report(draft, c.Report(FAILED)),
    MISUSED: _of_reader(MISUSED),
    BROKEN: _of_reader(BROKEN),
    EMPTY: lambda draft: report_shoe_empty(draft, c.ReportShoeEmpty(source="")),
}


def in_its_turn(draft: Draft, word: str) -> bool:
    """Let it be what it comes to at the table as it is now; whether it comes to anything."""
    trial = Draft(draft.table, draft.rules)
    if MACHINES_WORDS[word](trial) is not None:
        return False
    for event in trial.events:
        draft.emit(event)
    return True


def waits_already(draft: Draft, word: str) -> bool:
    """Whether the same is waiting for its turn."""
    return any([each.doubt == word for each in draft.table.laid_by])
