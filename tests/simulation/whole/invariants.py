"""What has to hold after every event, looked at in the log itself as PostgreSQL has it."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from uuid import UUID

from app.books.rulebook import load_ruleset
from app.game import events as e
from app.game.core.accounts import Account
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import DECK, copies
from app.game.core.ledger import postings
from app.game.core.seals import Opened, seal
from app.game.core.state import Table, cards_on_layout
from app.game.rules.ruleset import Ruleset
from app.realtime.audience import AUDIENCES, Audience, views
from app.store.chain import GENESIS, Entry, row_hash
from app.store.codec import encode
from app.store.log_reader import event_of
from app.table.intake.hidden import face_down

HOUSE = "house"
# What a screen may still be shown is this far behind at most.
VERSIONS_KEPT = 2_000
DECK_CARDS = 48
TWO_PEOPLE = (e.FloatOpened, e.FloatFilled, e.FloatCredited, e.FloatClosed, e.DropEntered, e.PaperBegun)

# With these the cards of hands are taken away.
CLEARED = (e.CardsCollected, e.HandsCleared, e.KeptDiscarded, e.FaceDownRemoved)


class Broken(AssertionError):
    """An invariant does not hold."""


def holds(what: str, true: bool, *seen: Any) -> None:
    """Raise unless it is so."""
    if not true:
        raise Broken(f"{what}: {', '.join(map(repr, seen))}")


class At(NamedTuple):
    """A table after one of its events."""

    version: int
    table: Table
    texts: dict[Audience, str]


class Money:
    """Every account of one table, and what each bettor had when the round opened."""

    def __init__(self) -> None:
        self.accounts: Counter[Account] = Counter()
        self._at_opening: dict[Account, int] = {}

    def moved(self, before: Table, event: e.Event) -> None:
        """Book the event."""
        moves = postings(before, event)
        holds("money: the postings of an event sum to zero", sum(move.cents for move in moves) == 0, event, moves)
        for account, cents in moves:
            self.accounts[account] += cents
        holds("money: all accounts sum to zero", sum(self.accounts.values()) == 0, event)
        if isinstance(event, e.RoundOpened):
            self._at_opening = self._of_bettors()
        if isinstance(event, e.RoundVoided):
            holds("money: a void brings every account back", self._of_bettors() == self._at_opening, event)
        if isinstance(event, e.RoundCompleted | e.RoundVoided):
            left = {account: cents for account, cents in self.accounts.items() if account.kind == "layout" and cents}
            holds("money: nothing is left on the layout of a round that is over", not left, event, left)

    def _of_bettors(self) -> dict[Account, int]:
        return {account: cents for account, cents in self.accounts.items() if account.kind == "bettor" and cents}


class Stream:
    """One stream of the log as it was followed, event by event."""

    def __init__(self, name: str, rules: Ruleset | None) -> None:
        self.name, self.rules = name, rules
        self.version, self.head, self.last_us, self.recorded_us = 0, GENESIS, 0, 0
        self.table, self.money = EMPTY, Money()
        self.at: dict[int, At] = {0: At(0, EMPTY, {})}
        self.signed: dict[str, list[str]] = {}
        self.in_force: list[str] = []
        self.unseen: list[str] = []
        self.events = self.rounds = self.voided = self.rebuilt = self.signatures = 0
        self.holds: Counter[str] = Counter()
        self.by: dict[UUID, list[int]] = {}

    def add(self, entry: Entry) -> e.Event | None:
        """The next row of the log."""
        holds("versions: no gap and none twice", entry.version == self.version + 1, self.name, entry.version)
        holds("chain: a row follows the one before it", entry.previous == self.head, self.name, entry.version)
        holds("chain: a row has the hash of its columns", row_hash(entry) == entry.hash, self.name, entry.version)
        holds("chain: time does not run backwards", entry.event_us >= self.last_us, self.name, entry.version)
        holds("chain: what is recorded later is not dated earlier", entry.recorded_us >= self.recorded_us, self.name,
              entry.version)  # fmt: skip
        self.version, self.head, self.last_us = entry.version, entry.hash, entry.event_us
        self.recorded_us = entry.recorded_us
        self.events += 1
        if entry.command is not None:
            self.by.setdefault(entry.command, []).append(entry.version)
        if self.name == HOUSE:
            return None
        event = event_of(entry)
        self._follow(event)
        return event

    def _follow(self, event: e.Event) -> None:
        before, self.table = self.table, apply(self.table, event)
        self.money.moved(before, event)
        self._cards(event)
        self._note_unseen(before, event)
        self._signatures(event)
        self.rounds += isinstance(event, e.RoundCompleted)
        self.voided += isinstance(event, e.RoundVoided)
        self.rebuilt += isinstance(event, e.RoundRewritten | e.EarlierRoundAmended)
        if isinstance(event, e.TableHeld):
            self.holds[event.detail or event.irregularity] += 1
        self.at[self.version] = At(self.version, self.table, {})
        self.at.pop(self.version - VERSIONS_KEPT, None)

    def _cards(self, event: e.Event) -> None:
        shoe = self.table.shoe
        total = shoe.left + cards_on_layout(self.table) + shoe.discarded + shoe.missing
        holds("cards: none comes out of nothing, and none is gone", total == shoe.decks * DECK_CARDS, event, total)
        more = [card for card in DECK if copies(shoe.drawn, card) > shoe.decks]
        holds("cards: no card left the shoe more often than it is in it", not more, event, more)

    def _note_unseen(self, before: Table, event: e.Event) -> None:
        """A card that lay face down to the end goes to the others unseen; in the next shoe nobody asks for it."""
        if isinstance(event, CLEARED):
            after = face_down(self.table)
            self.unseen += [each for each in face_down(before) if each not in after]
        if isinstance(event, e.ShoeLoaded):
            self.unseen.clear()

    def _signatures(self, event: e.Event) -> None:
        if isinstance(event, e.RemedySigned):
            names = self.signed.setdefault(event.seal, [])
            names.append(event.by)
            self.signatures += 1
            if not event.waits:
                self.in_force = names
                holds(
                    "signatures: two people sign a remedy", len(set(names)) > 1 and len(set(names)) == len(names), names
                )
        rebuilt = isinstance(event, e.RoundRewritten) and event.cause == "reconstruction"
        if rebuilt or isinstance(event, e.EarlierRoundAmended | e.RoundVoided):
            names, self.in_force = self.in_force, []
            holds("signatures: no remedy without two signatures", len(set(names)) > 1, event, names)
        if isinstance(event, TWO_PEOPLE):
            holds("signatures: two people sign for money and paper", len(set(event.by)) == len(event.by) == 2, event)

    def shown(self, version: int, audience: Audience) -> str:
        """What this audience has to be shown at this version: the fold of the log, and nothing else."""
        at = self.at[version]
        if not at.texts:
            assert self.rules is not None
            at.texts.update({each: encode(view) for each, view in views(at.table, self.rules, AUDIENCES).items()})
        return at.texts[audience]


class Secrets:
    """Every card that lies face down and was never shown, as the vault has it; what may not be in any message."""

    def __init__(self) -> None:
        self.known: dict[str, Opened] = {}
        self.lying: dict[str, set[str]] = {}

    def add(self, commitment: str, opened: Opened) -> None:
        """The vault has one more."""
        holds("vault: a commitment is that of its card", seal(opened) == commitment, commitment)
        self.known[commitment] = opened

    def follow(self, stream: str, table: Table) -> None:
        """What lies face down there now."""
        self.lying[stream] = set(face_down(table))

    def search(self, stream: str, audience: str, text: str, *, view: bool) -> None:
        """Find no salt in the text, no commitment but for surveillance, and beside views no face-down card."""
        for commitment in self.lying.get(stream, ()):
            if audience != "surveillance":
                holds("hidden: no commitment reaches a screen", commitment not in text, audience, text[:300])
            opened = self.known.get(commitment)
            if opened is None:
                continue
            holds("hidden: no salt reaches a screen", opened.salt.hex() not in text, audience, text[:300])
            if not view:
                quoted = f'"{opened.card}"', f" {opened.card} ", f" {opened.card}."
                holds(
                    "hidden: no face-down card is told", not any(each in text for each in quoted), audience, text[:300]
                )


class Invariants:
    """All streams of a database, followed as they grow. `books`: the rules of each table."""

    def __init__(self, books: dict[str, str]) -> None:
        self._rules = {f"table:{number}": load_ruleset(book) for number, book in books.items()}
        self.streams: dict[str, Stream] = {}
        self.secrets = Secrets()
        self.listeners: list[Callable[[Entry], None]] = []

    def stream(self, name: str) -> Stream:
        """The stream of this name."""
        if name not in self.streams:
            self.streams[name] = Stream(name, self._rules.get(name))
        return self.streams[name]

    def add(self, entries: Iterable[Entry], head: tuple[int, bytes], name: str) -> None:
        """What is new of a stream, and what its head says."""
        stream = self.stream(name)
        for entry in entries:
            stream.add(entry)
            for listener in self.listeners:
                listener(entry)
        holds(
            "versions: the head is the last row", (stream.version, stream.head) == head, name, stream.version, head[0]
        )
        if name != HOUSE:
            self.secrets.follow(name, stream.table)

    @property
    def tables(self) -> list[Stream]:
        """The streams of tables."""
        return [stream for name, stream in sorted(self.streams.items()) if name != HOUSE]
