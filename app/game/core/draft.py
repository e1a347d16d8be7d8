"""A decision in the making: the events so far, and the table as they leave it."""

from app.game.core.apply import apply
from app.game.core.message import Parts
from app.game.core.rejections import Rejected, refusal
from app.game.core.state import Round, Table
from app.game.events import Event
from app.game.rules.ruleset import Ruleset


class Draft:
    """Collects the events of one command; thrown away when the command is refused."""

    __slots__ = ("events", "rules", "table", "tables")

    def __init__(self, table: Table, rules: Ruleset) -> None:
        self.table = table
        self.rules = rules
        self.events: list[Event] = []
        self.tables: list[Table] = []

    def emit(self, event: Event) -> None:
        """Let it have happened."""
        self.events.append(event)
        self.table = apply(self.table, event)
        self.tables.append(self.table)

    @property
    def round(self) -> Round:
        """The round; there is one wherever this is asked."""
        assert self.table.round is not None
        return self.table.round

    def refuse(
        self, sentence: str, parts: Parts | None = None, reason: str | None = None, box: int | None = None
    ) -> Rejected:
        """A refusal by its sentence in the catalogue, with the clause that the book gives for the reason, or else for
        the code, which stands before the dot if it has several sentences."""
        return refusal(self.rules, sentence, parts, reason, box)
