"""What the script runs on: the table and its book, the face-down cards as the shoe knows them, the earlier rounds."""

from collections.abc import Iterator
from hashlib import sha256

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import SALT_BYTES, Opened, seal
from app.game.core.state import Round, RoundRecord, Table
from app.game.events import EarlierRoundAmended
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.game.subjects.offers.open_offers import dealer_goes_on
from app.game.targets import hole_due, hole_ready, kept_due
from app.roundscript.read import BadScript

Commands = Iterator[c.Command]


class Dealing:
    """The table that the script runs on; `next_word` is the word with which the line after this one begins."""

    def __init__(self, table: Table, rules: Ruleset) -> None:
        self.table = table
        self.rules = rules
        self.sealed: dict[str, Opened] = {}
        self.earlier: list[RoundRecord] = []
        self.next_word = ""
        self.reuse: list[str] = []

    def put_face_down(self, card: Card) -> str:
        """Seal a card with a salt of its own; the commitment. In a corrected sequence it is the one that it had."""
        for commitment in self.reuse:
            if self.sealed[commitment].card == card:
                self.reuse.remove(commitment)
                return commitment
        salt = sha256(f"face-down card {len(self.sealed)}".encode()).digest()[:SALT_BYTES]
        opened = Opened(card, salt)
        self.sealed[seal(opened)] = opened
        return seal(opened)

    def again(self, table: Table) -> "Dealing":
        """The same face-down cards on another table."""
        other = Dealing(table, self.rules)
        other.sealed, other.reuse = dict(self.sealed), list(self.sealed)
        return other

    def turned_up_by_itself(self) -> c.Command | None:
        """The hole card, or an unseen card that lies ready, when its time has come."""
        round_ = self.table.round
        if round_ is not None and round_.hole is not None and self._turns_up_hole(round_):
            return c.TurnUpHole(self.sealed[round_.hole])
        if kept_due(self.table, self.rules) and self.table.kept[0].commitment is not None:
            return c.TurnUpKept(self.sealed[self.table.kept[0].commitment])
        return None

    def _turns_up_hole(self, round_: Round) -> bool:
        """Once the next hand has stood nobody is waited for, unless the script says that a double is taken back."""
        waits = self.next_word == "rescue" or not dealer_goes_on(round_)
        return hole_due(self.table, self.rules) or (hole_ready(self.table, self.rules) and not waits)

    def hole_first(self) -> Commands:
        """The dealer's next card comes after the face-down one is turned up, which ends a rescue that is still open."""
        round_ = self.table.round
        if round_ is not None and round_.hole is not None and hole_ready(self.table, self.rules):
            yield c.TurnUpHole(self.sealed[round_.hole])

    def resolution(self) -> Question | None:
        """The question about what holds the table, if something does."""
        return open_questions(self.table, self.rules)[0] if self.table.held is not None else None

    def earlier_round(self, number: int) -> RoundRecord:
        """The record of an earlier round of the script, counted from 1."""
        if not 1 <= number <= len(self.earlier):
            raise BadScript(f"there is no earlier round {number}")
        return self.earlier[number - 1]

    def put_right(self, amended: EarlierRoundAmended) -> None:
        """The earlier round's record as it now is."""
        self.earlier = [
            replace(record, events=amended.events) if record.number == amended.round else record
            for record in self.earlier
        ]

    def offers(self, choice: str) -> bool:
        """Whether the choice is one that may be taken now."""
        question = self.resolution()
        return question is not None and choice in question.choices

    def held_code(self) -> str:
        """What holds the table."""
        return self.table.held.irregularity if self.table.held is not None else ""
