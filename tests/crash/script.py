"""What a client asks of a table: an evening that is played here, command by command, from a seed, with errors.

It is decided here as well, so that the client knows of each command what is to be answered and where the table is then.
"""

from collections import deque
from random import Random
from typing import NamedTuple
from uuid import UUID

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.rejections import Accepted
from app.game.core.state import Table
from app.game.decide import decide
from app.game.events import RoundCompleted, RoundVoided
from app.game.questions import open_questions
from app.game.registry import COMMANDS
from app.game.rules.ruleset import Ruleset
from app.language.rejection_in_words import in_words
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import table_config
from app.store.codec import encode
from tests.properties.offered import is_offered
from tests.properties.test_evenings import Evening

TROUBLES = 0.1


class Ask(NamedTuple):
    """A command as it is sent, what is to be answered, and the table after it."""

    id: UUID
    command: c.Command
    question: str | None
    sealed: tuple[tuple[str, str, str], ...]
    refused: str
    events: int
    version: int
    after: Table


class Script(Evening):
    """An evening that says what it does; it begins with a shoe ready to be dealt from."""

    def __init__(self, book: str, seed: int) -> None:
        self.asks: deque[Ask] = deque()
        self.ids = Random(f"ids {book} {seed}")
        self.rounds_over = 0
        super().__init__(load_ruleset(book), seed, troubles=TROUBLES, opened=False)
        config = table_config({"minimum_cents": 500}, tuple(self.rules.side_bets))
        self.must(c.OpenTable(config), *standard_opening(self.rules, config))

    def next(self) -> Ask:
        """The next command."""
        while not self.asks:
            self.step()
        return self.asks.popleft()

    def may(self, command: c.Command) -> bool:
        """Do it here, and note it down."""
        question = _question(self.table, self.rules, command)
        answer = decide(self.table, self.rules, command)
        accepted = isinstance(answer, Accepted)
        events = answer.events if isinstance(answer, Accepted) else answer.recorded
        self.take(events)
        self.remember()
        self.rounds_over += sum(isinstance(event, RoundCompleted | RoundVoided) for event in events)
        if COMMANDS[type(command)].answers and question is None:
            assert not accepted, f"{command} is taken, and answers nothing"
            return False
        self.asks.append(
            Ask(
                UUID(int=self.ids.getrandbits(128), version=4),
                command,
                question,
                self._faces(command),
                encode(None if isinstance(answer, Accepted) else in_words(answer)),
                len(events),
                len(self.events),
                self.table,
            )
        )
        return accepted

    def _faces(self, command: c.Command) -> tuple[tuple[str, str, str], ...]:
        """The card and the salt of what the command puts face down."""
        commitment = getattr(command, "commitment", None) or ""
        opened = self.sealed.get(commitment)
        return ((commitment, opened.card, opened.salt.hex()),) if opened else ()


def _question(table: Table, rules: Ruleset, command: c.Command) -> str | None:
    """The open question that a tap answers."""
    if not COMMANDS[type(command)].answers:
        return None
    return next((each.id for each in open_questions(table, rules) if is_offered((each,), table, command)), None)


def rounds(book: str, seed: int, count: int) -> list[Ask]:
    """The commands of so many rounds, from the opening of the table on."""
    script = Script(book, seed)
    while script.rounds_over < count:
        script.step()
    return list(script.asks)


def questions_open(table: Table, rules: Ruleset) -> list[str]:
    """The ids of what the table awaits."""
    return [each.id for each in open_questions(table, rules)]
