"""The record: the engine, told line by line what a dealer tells it, as a round script writes it."""

from typing import Any

from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.rejections import Rejected
from app.game.core.results import net
from app.game.core.state import Table
from app.game.core.turn import stage
from app.game.decide import decide
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.language.rendering import say
from app.roundscript.dealing import Dealing
from app.roundscript.first_shoe import standard_opening
from app.roundscript.play_lines import commands_of
from app.roundscript.read import BadScript, table_config
from app.roundscript.result import line_json
from tests.agreement.rounds import script_text


class NotAccepted(Exception):
    """The record would not have a line."""

    def __init__(self, line: str, why: str) -> None:
        super().__init__(f"refused: {line}: {why}")


class Record:
    """The record of one round."""

    def __init__(self, rules: Ruleset, fields: dict[str, Any], wagers: list[dict[str, Any]]) -> None:
        self.rules = rules
        self.fields = fields
        self.wagers = wagers
        self.said: list[str] = []
        self.dealing = Dealing(EMPTY, rules)
        config = table_config(fields, tuple(rules.side_bets))
        for command in (c.OpenTable(config), *standard_opening(rules, config)):
            self._do("the opening", command)
        for wager in wagers:
            for kind in ("main", *rules.side_bets):
                if kind in wager:
                    place = c.PlaceWager(wager["box"], wager["player"], kind, wager[kind], wager["seated"])
                    self._do(f"{wager}", place)

    def copy(self) -> "Record":
        """Another record of the same round."""
        other = object.__new__(Record)
        other.__dict__.update(self.__dict__, said=list(self.said), dealing=self.dealing.again(self.table))
        other.dealing.reuse = []
        return other

    @property
    def table(self) -> Table:
        """The table as the record has it."""
        return self.dealing.table

    def say(self, line: str, next_word: str = "") -> None:
        """Tell it one line; all of it is done or nothing."""
        before = self.dealing.table
        self.dealing.next_word = next_word
        self.said.append(line)
        try:
            for command in commands_of(line, self.dealing):
                self._do(line, command)
                while (turned := self.dealing.turned_up_by_itself()) is not None:
                    self._do(line, turned)
        except (NotAccepted, BadScript) as refused:
            self.dealing.table = before
            if isinstance(refused, BadScript):
                raise NotAccepted(line, refused.message) from refused
            raise

    def _do(self, line: str, command: c.Command) -> None:
        answer = decide(self.dealing.table, self.rules, command)
        if isinstance(answer, Rejected):
            raise NotAccepted(line, f"{answer.code} {answer.clause}: {say(answer.message)}")
        for event in answer.events:
            self.dealing.table = apply(self.dealing.table, event)

    # ------------------------------------------------------------ looking

    def hands(self) -> dict[str, list[str]]:
        """The cards of every hand that has some and is not void."""
        boxes = self.table.round.boxes if self.table.round else ()
        return {
            f"{box.number}.{number}": [str(card) for card in hand.cards]
            for box in boxes
            for number, hand in enumerate(box.hands, 1)
            if hand.cards and hand.done != "void"
        }

    def dealer(self) -> list[str]:
        """The dealer's cards, face up."""
        return [str(card) for card in self.table.round.dealer] if self.table.round else []

    def asked(self) -> list[tuple[int, str]]:
        """Bettors who are to say whether they go on (SG 5.7)."""
        return list(self.table.held.asked) if self.table.held is not None else []

    def is_held(self) -> bool:
        """Whether a question of an irregularity holds the table."""
        return self.table.held is not None

    def phase(self) -> str:
        """Where the round stands."""
        return stage(self.table)

    def questions(self) -> list[str]:
        """What it awaits, in words, for a report of a difference."""
        return [
            f"{each.question} {each.box or ''}.{each.hand or ''}" for each in open_questions(self.table, self.rules)
        ]

    def lines(self) -> list[dict[str, Any]]:
        """The settlements."""
        assert self.table.round is not None
        return [line_json(line) for line in self.table.round.lines]

    def net(self) -> dict[str, int]:
        """What the round changed for each player."""
        assert self.table.round is not None
        return net(self.table.round)

    def script(self) -> str:
        """All of it as a round script."""
        script = {"ruleset": self.rules.id, "play": "\n".join(self.said), "table": self.fields, "wager": self.wagers}
        return script_text(script)
