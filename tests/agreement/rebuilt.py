"""A corrected sequence for a round: the cards that left the shoe, other decisions, perhaps another order."""

from copy import copy
from random import Random
from typing import Any

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.state import Table
from app.game.questions import Question, open_questions
from app.game.subjects.remedies.reconstruction import split_acts, with_the_rest
from app.game.subjects.remedies.round_replay import Stopped, replay
from app.roundscript.read import read_script
from app.roundscript.runner import run_script
from tests.agreement.rounds import RandomRound, script_text

ATTEMPTS = 6


class OutOfCards(Exception):
    """The corrected sequence needs a card that never left the shoe, or does not fit what had been declared."""


class CorrectedRound(RandomRound):
    """Another course of a round that has been played, with its own cards."""

    @classmethod
    def of(cls, played: RandomRound, cards: list[Card], chance: Random) -> "CorrectedRound":
        """Begin where betting has ended, with what had been declared by then."""
        again = copy(played)
        again.__class__ = cls
        assert isinstance(again, cls)
        again.random = chance
        again.lines, again.events, again.moments = [], [], []
        again.acts, again.record, again.opening = [], played.table.record, played.table.opening
        again.dealing = played.dealing.again(again._replayed())
        again.left = list(cards)
        return again

    left: list[Card]
    acts: list[c.Command]
    record: tuple[Any, ...]
    opening: Table | None

    def _do(self, command: c.Command) -> None:
        self.acts.append(command)
        self.dealing.table = self._replayed()

    def _replayed(self) -> Table:
        """The table so far: what had been declared stands among these cards and decisions."""
        assert self.opening is not None
        before, after = split_acts(self.record)
        so_far = with_the_rest(tuple(self.acts), after, whole=False)
        again = replay(self.opening, self.rules, (*before, *so_far))
        if isinstance(again, Stopped):
            raise OutOfCards
        return again.table

    def course(self) -> bool:
        """Play with these cards; whether the round comes to its end with them."""
        try:
            for _ in range(400):
                assert self.table.round is not None
                if self.table.round.complete:
                    return True
                self._line(self._answer(open_questions(self.table, self.rules)))
        except OutOfCards:
            return False
        raise AssertionError("a round has an end")

    def _answer(self, questions: tuple[Question, ...]) -> str:
        if any(each.question == "hole" for each in questions):
            if self.hole is None:
                raise OutOfCards
            return f"hole {self.hole}"
        if any("take_back" in each.choices for each in questions):
            raise OutOfCards  # what the players answered stands further on in the record
        if questions and questions[0].question == "amount":
            raise OutOfCards  # it never came: its wager was void by then
        return RandomRound._answer(self, questions)

    hole: Card | None = None

    def _card(self, ranks: str, suits: str = "SHDC", often: float = 0.8) -> Card:
        """The next card of the record, whatever the players like."""
        del ranks, suits, often
        if not self.left:
            raise OutOfCards
        return self.left.pop(0)


def cards_of_record(played: RandomRound) -> tuple[list[Card], Card | None]:
    """The cards that left the shoe since betting ended, in order, and the hole card."""
    cards: list[Card] = []
    hole = None
    for act in split_acts(played.table.record)[1]:
        if isinstance(act, c.DrawCard | e.CardDiscarded):
            cards.append(act.card)
        elif isinstance(act, c.DrawFaceDown):
            hole = played.dealing.sealed[act.commitment].card
        elif isinstance(act, e.CardKept):
            cards.append(act.card or played.dealing.sealed[act.commitment or ""].card)
    held = played.table.held
    if held is not None and held.from_shoe:
        cards += [each for each in (held.card, *held.more) if each is not None]
        cards += [played.dealing.sealed[held.commitment].card] if held.commitment else []
    return cards, hole


def corrected_sequence(played: RandomRound, chance: Random) -> list[str] | None:
    """The lines of a course that the engine takes; None if none was found."""
    table = played.table
    if table.opening is None or table.round is None or not table.round.bets_closed:
        return None
    cards, hole = cards_of_record(played)
    for _ in range(ATTEMPTS):
        order = list(cards)
        if len(order) > 1 and chance.random() < 0.5:
            at = chance.randrange(len(order) - 1)
            order[at], order[at + 1] = order[at + 1], order[at]
        try:
            course = CorrectedRound.of(played, order, chance)
            course.hole = hole
            played_out = course.course() or chance.random() < 0.1
        except OutOfCards:
            continue
        if played_out and (hole is None or f"hole {hole}" in course.lines):
            course.lines += [f"burn {card}" for card in course.left]
            return course.lines
    return None


def tried(played: RandomRound) -> tuple[str | None, dict[Any, int]]:
    """What the engine has against the script, and else the difference that the reconstruction makes."""
    outcome = run_script(read_script(script_text(played.script())), played.rules)
    refusal = outcome.refusal
    return (None if refusal is None else f"{refusal.code}: {refusal.message}"), dict(outcome.difference)
