"""What lies face down: each card and salt in the vault is the one that the log is committed to."""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from app.game.core.cards import Card
from app.game.core.seals import Opened, opens
from app.game.events import Event
from app.surveillance.verifying.command_rows import Group, KeptCommand
from app.surveillance.verifying.findings import CARD, Finding, Report, short

# A card that nobody knows, and that has no row in the vault.
UNKNOWN = "0" * 64
# What was laid by is told of again when its turn comes, which is soon: it counts once.
MOST_KNOWN = 4_096


class KeptCard(NamedTuple):
    """A card as the vault has it, at the version of the last event of the command that it came with."""

    commitment: str
    day: date
    version: int
    card: str
    salt: bytes


class Vault:
    """Compares the cards of the vault, which are added in the order of their versions, with the log."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self._stream = report, stream
        self._waiting: deque[KeptCard] = deque()
        self._group: Group | None = None
        self._committed: list[str] = []
        self._known: dict[str, None] = {}

    def add(self, cards: Iterable[KeptCard]) -> None:
        """The next cards."""
        self._waiting.extend(cards)

    def group(self, group: Group, events: Sequence[Event | None]) -> None:
        """The next events, those of one command."""
        self._judge(group.first.version - 1, group.unanswered)
        self._group, self._committed = group, [found for event in events if (found := _commitment(event))]

    def rest(self, unanswered: tuple[KeptCommand, ...]) -> None:
        """Nothing comes any more."""
        last = self._group.last.version if self._group else 0
        self._judge(last, unanswered)
        while self._waiting:
            self._add(self._waiting.popleft(), "a card behind the last event", f"nothing behind {last}")

    def _judge(self, version: int, unanswered: tuple[KeptCommand, ...]) -> None:
        """The cards up to this version, where the events of the last command end."""
        entries = self._group.entries if self._group else ()
        said = [*[(entry.payload, entry.day) for entry in entries], *[(each.body, each.day) for each in unanswered]]
        while self._waiting and self._waiting[0].version <= version:
            card = self._waiting.popleft()
            self._known[card.commitment] = None
            self._card(card, version, said)
        missing = [commitment for commitment in dict.fromkeys(self._committed) if commitment not in self._known]
        self._report.count("not_in_vault", len(missing))
        self._known.update(dict.fromkeys(missing))
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        self._committed = []

    def _card(self, card: KeptCard, version: int, said: list[tuple[str, date]]) -> None:
        self._report.count("face_down")
        if not opens(Opened(Card(card.card), card.salt), card.commitment):
            self._add(card, "a card and a salt that do not give it", short(card.commitment))
        days = [day for text, day in said if card.commitment in text] if card.version == version else []
        if not days:
            self._add(card, f"{short(card.commitment)}, of which this event says nothing", "a commitment of the log")
        elif card.day not in days:
            self._add(card, f"the day {card.day}", str(days[0]))

    def _add(self, card: KeptCard, found: str, expected: str) -> None:
        last = self._group.last if self._group is not None else None
        type_ = last.type if last is not None and last.version == card.version else None
        self._report.add(Finding(self._stream, card.version, type_, CARD, found, expected))


def _commitment(event: Event | None) -> str | None:
    """The commitment to a card that comes with this event."""
    commitment: str | None = getattr(event, "commitment", None)
    return None if commitment == UNKNOWN or getattr(event, "kept", False) else commitment
