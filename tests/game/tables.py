"""Tables for tests: opened lawfully, driven by commands."""

from typing import Any

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import Card
from app.game.core.rejections import Accepted, Rejected
from app.game.core.seals import Opened, seal
from app.game.core.state import Table
from app.game.decide import decide
from app.game.events import Event
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import table_config

NZ = "nz-division-15"
SG = "sg-pontoon-plus-v5"
ACT = "act-canberra-2005"
MA = "ma-pontoon-21-v3"


class At:
    """A table under a book; commands are done and have to be accepted, or tried for their refusal."""

    def __init__(self, book: str = NZ, *, opened: bool = True, **fields: Any) -> None:
        self.rules = load_ruleset(book)
        self.table: Table = EMPTY
        self.events: list[Event] = []
        config = table_config(fields, tuple(self.rules.side_bets))
        self.do(c.OpenTable(config))
        if opened:
            self.do(*standard_opening(self.rules, config))

    def do(self, *commands: c.Command) -> "At":
        """Do these; each has to be accepted."""
        for command in commands:
            answer = decide(self.table, self.rules, command)
            assert isinstance(answer, Accepted), (command, answer)
            for event in answer.events:
                self.table = apply(self.table, event)
            self.events.extend(answer.events)
        return self

    def refused(self, command: c.Command) -> str:
        """The code with which the command is refused."""
        answer = decide(self.table, self.rules, command)
        assert isinstance(answer, Rejected), (command, answer)
        return answer.code

    def bet(self, box: int, player: str, cents: int, *, seated: bool = True) -> "At":
        """A main wager."""
        return self.do(c.PlaceWager(box, player, "main", cents, seated=seated))

    def cards(self, text: str) -> "At":
        """Cards leave the shoe face up."""
        return self.do(*[c.DrawCard(Card(card)) for card in text.split()])


def face_down(card: str, salt: int = 1) -> tuple[str, Opened]:
    """A commitment, and what opens it."""
    opened = Opened(Card(card), bytes([salt]) * 16)
    return seal(opened), opened
