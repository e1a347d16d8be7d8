"""Moments of random rounds, made into tables that are driven on by their own questions."""

from random import Random

from app.books.rulebook import load_ruleset
from app.game import events as e
from app.game.core.rejections import Accepted
from app.game.rules.ruleset import Ruleset
from tests.agreement.rounds import RandomRound
from tests.properties.test_evenings import Evening

ENOUGH = 600


class Watched(RandomRound):
    """A random round that knows after which events each of its moments was."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.marks: list[int] = []
        super().__init__(rules, seed)

    def _apply(self, answer: Accepted) -> None:
        super()._apply(answer)
        self.marks.append(len(self.events))


def scene(book: str, seed: int, *, dealt_from: bool = False) -> Evening:
    """A random moment of a random round; `dealt_from`: with a card on the layout."""
    rules = load_ruleset(book)
    round_ = Watched(rules, seed)
    round_.play()
    evening = Evening(rules, seed, opened=False)
    moments = [
        mark
        for mark, table in zip(round_.marks, round_.moments, strict=True)
        if table.round is not None and table.held is None and (table.round.bets_closed or not dealt_from)
    ]
    evening.take(tuple(round_.events[: Random(seed).choice(moments)]))
    evening.sealed = dict(round_.dealing.sealed)
    evening.turned_up()
    evening.remember()
    return evening


def goes_on(evening: Evening) -> None:
    """The round is finished, and cards of the next one are dealt."""
    over = closed = 0
    for _ in range(ENOUGH):
        seen = len(evening.events)
        evening.step()
        for event in evening.events[seen:]:
            over += isinstance(event, e.RoundCompleted | e.RoundVoided)
            closed += isinstance(event, e.BetsClosed)
        round_ = evening.table.round
        if closed and over and round_ is not None and round_.bets_closed:
            return
        if over == 0 and round_ is not None and round_.complete:
            over = 1
    raise AssertionError("the evening goes on")
