"""The desk of one table: records what its devices saw with what that means, and does what happens by itself.

Each report becomes one append: the command that it means (or none), the card that lies face down by it, its frame, and
what the session has to know again. Who asks again for the same report gets the same answer. Numbers of frames and what
lies face down move on only when the append is durable.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import random
from uuid import UUID, uuid4, uuid5

from app.backoff import Backoff
from app.devices import observations as o
from app.devices.desk import Gone, NotNow
from app.devices.session_protocol import Captured, Report
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import Opened, seal
from app.game.core.state import Source, Table
from app.game.rules.ruleset import Ruleset
from app.game.subjects.devices.decide import MOST_LAID_BY
from app.game.subjects.remedies.card_positions import lay_face_down
from app.house.dialects import FACTS
from app.house.state import SHOES, Device
from app.store.appending import FrameRow, MarkRow
from app.store.codec import encode
from app.store.writer import LOST, Fenced, Unavailable
from app.table.actor import Busy, Frozen, Stopped, TableActor
from app.table.intake.aside import aside
from app.table.intake.hidden import Hidden, sealed_row
from app.table.intake.meaning import Sense, of_card, of_other, of_typed, of_unread
from app.table.intake.report_kinds import of_its_kind
from app.table.intake.said_again import SaidAgain
from app.table.intake.spool import FETCHED, Spool
from app.table.intake.turning import by_itself, with_cards, without_cards
from app.table.intake.waiting_cards import ToldNow, as_told, told_cards, waits_already
from app.table.requests import Answer, Meaning, Meant, Published, Request

log = logging.getLogger("tablekeeper.devices")
# Ids of requests that come of what a device told, so that the same report is the same request for ever.
TOLD = UUID("6a5f2f0e-54f4-5d0c-9f43-3f1d6f0c6a11")
AGAIN_S = 0.2
# What a mark says beside the session's own: when the device was attached whose mark it is.
ATTACHED = "attached"
Note = Callable[[str, str], None]
# Whether the table is asked at all, said when its turn has come.
May = Callable[[Table, Ruleset], bool]


class TableDesk:
    """The desk of one table."""

    def __init__(self, stream: str, actor: TableActor, hidden: Hidden, note: Note, spool: Spool | None = None) -> None:
        self.stream, self._actor, self._hidden, self._note = stream, actor, hidden, note
        self._spool = spool
        self._shoe: Device | None = None
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._watchers: list[Callable[[Table], None]] = []
        self._hearers: list[Callable[[o.Observation], None]] = []
        self._load: Callable[[Table], Awaitable[None]] | None = None

    @property
    def table(self) -> Table:
        """The table as it is recorded."""
        return self._actor.table

    @property
    def rules(self) -> Ruleset:
        """The book that the table is kept by."""
        return self._actor.rules

    @property
    def version(self) -> int:
        """The version of the table's last event."""
        return self._actor.version

    def start(self) -> None:
        """Begin to do what happens by itself."""
        self._actor.listen(self._published)
        self._task = asyncio.create_task(self._follow(), name=f"desk {self.stream}")
        self._wake.set()

    async def close(self) -> None:
        """Do nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def watch(self, watcher: Callable[[Table], None]) -> None:
        """Be told of the table whenever something has happened at it and has been followed up."""
        self._watchers.append(watcher)

    def hear(self, hearer: Callable[[o.Observation], None]) -> None:
        """Be told what a device told, once that is durable."""
        self._hearers.append(hearer)

    def heard(self, observation: o.Observation) -> None:
        """This is durable."""
        for hearer in self._hearers:
            hearer(observation)

    def load_with(self, load: Callable[[Table], Awaitable[None]]) -> None:
        """This reads what lies face down and is not known here."""
        self._load = load

    def has_shoe(self, shoe: Device | None) -> None:
        """The device that lets this table's cards out, if it has one."""
        self._shoe = shoe

    # --- what people ask

    async def ask(self, request: Request, may: May = lambda _table, _rules: True) -> Answer:
        """The answer to a person's command; the cards that it turns up are put in here."""
        command = request.command
        if command is None:
            return await self._actor.ask(request)
        return await self._actor.ask(request._replace(meaning=_if(may, self._meaning_of(command, request))))

    def _meaning_of(self, command: c.Command, request: Request) -> Callable[[Table, Ruleset], Meant]:
        def meaning(table: Table, rules: Ruleset) -> Meant:
            if isinstance(command, c.FindFaceUp | c.DrawTogether):
                return Meant(replace(command, source=self._typed(table)), request.sealed)
            if isinstance(command, c.Resolve) and command.choice == "enter_card" and command.card is not None:
                return self._entered(table, rules, command, command.card)
            if isinstance(command, c.Resolve) and command.choice == "as_told":
                return Meant(as_told(table, rules, self._hidden, command), if_refused=command)
            if isinstance(command, c.CorrectCard) and command.card is not None:
                return self._corrected(table, command, command.card)
            complete = with_cards(command, table, self._hidden)
            return Meant(complete, request.sealed, if_refused=without_cards(command))

        return meaning

    async def type_card(self, request: Request, card: Card, may: May = lambda _table, _rules: True) -> Answer:
        """A card that somebody types, where the shoe does not tell it."""

        def meaning(table: Table, rules: Ruleset) -> Meant:
            opened = self._hidden.sealed(card)
            meant = self.meant(of_typed(table, rules, self._hidden, opened, self._typed(table)))
            # Typed twice, or too late, it may be the card that lies face down.
            return meant._replace(if_refused=c.DrawFaceDown(seal(opened)))

        return await self._actor.ask(request._replace(command=None, meaning=_if(may, meaning)))

    def _entered(self, table: Table, rules: Ruleset, command: c.Resolve, card: Card) -> Meant:
        """A card that is entered in a hold for a doubt: sealed, if it lies face down."""
        opened, free = self._hidden.sealed(card), replace(table, held=None, laid_by=(), spooled=0)
        sense = of_typed(free, rules, self._hidden, opened, "manual")
        entered = c.Resolve(command.choice, commitment=seal(opened), another=command.another)
        if sense.opened is None:
            waits = waits_already(table, rules, self._hidden, self._source(), card)
            return Meant(replace(command, opened=waits), if_refused=entered)
        return self.meant(Sense(entered, opened))

    def _corrected(self, table: Table, command: c.CorrectCard, card: Card) -> Meant:
        """A typed card that is another one; one that had lain face down is proved by a seal of its own."""
        if not lay_face_down(table, command.number):
            return Meant(command)
        opened = self._hidden.sealed(card)
        meant = self.meant(Sense(replace(command, opened=opened), opened))
        return meant._replace(if_refused=command)

    def told(self, table: Table, rules: Ruleset) -> ToldNow:
        """What the shoe has reported that nobody has looked at yet, at the table as it is now."""
        return told_cards(table, rules, self._hidden, self._source())

    def _typed(self, table: Table) -> Source:
        """Where a typed card is known from: a shoe that keeps what it has not told yet will tell of it later, but for
        the plain shoe in which a round is finished, and for what is entered from paper."""
        by_shoe = table.paper is None and not table.shoe.manual
        tells = by_shoe and self._shoe is not None and FACTS[self._shoe.dialect].tells_later
        return "keyed" if tells else "manual"

    def _source(self) -> Source:
        """Where a card is known from that the shoe tells."""
        return "unchecked" if self._shoe is not None and not FACTS[self._shoe.dialect].checked else ""

    # --- what devices tell

    def sense(self, report: Report, device: Device, table: Table, rules: Ruleset) -> Sense:
        """What the report means at the table now."""
        seen = of_its_kind(report.observation, device)
        sense = aside(report, seen, device.role, table, rules)
        if sense is not None:
            return sense
        if isinstance(seen, o.CardSeen):
            if seen.card is None:
                return of_unread(table, rules)._replace(hide=True)  # half of it may have been read
            opened = self._hidden.sealed(seen.card)
            return of_card(table, rules, self._hidden, opened, seen, self._source())
        return of_other(table, rules, seen, device.role in SHOES, self.stream)

    def meant(self, sense: Sense, frames: tuple[FrameRow, ...] = (), marks: tuple[MarkRow, ...] = ()) -> Meant:
        """The command with what is to be kept beside it."""
        opened = sense.opened
        if opened is None:
            return Meant(sense.command, (), frames, marks)
        return Meant(sense.command, (sealed_row(opened),), frames, marks, lambda: self._hidden.keep(opened))

    async def taken(self, id_: UUID, actor: str, meaning: Callable[[Table, Ruleset], Meant], at_us: int) -> Answer:
        """The answer of the table; raises NotNow or Gone."""
        try:
            return await self._actor.ask(Request(id_, None, actor, event_us=at_us, meaning=meaning))
        except (Unavailable, Busy, Frozen) as error:
            raise NotNow(str(error)) from error
        except (Stopped, Fenced) as error:
            raise Gone(str(error)) from error

    # --- what happens by itself

    def _published(self, _published: Published) -> None:
        self._wake.set()

    async def _follow(self) -> None:
        again = Backoff(random, AGAIN_S, AGAIN_S)
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._follow_up()
            except NotNow:
                await asyncio.sleep(again.next_s())
                self._wake.set()
            except Gone:
                return
            except Exception as error:  # its words may hold what must not be logged
                fault = f"a fault of the program, {type(error).__name__}, kept something from happening"
                log.warning("%s: %s", self.stream, fault)
            for watcher in self._watchers:
                watcher(self.table)

    async def _follow_up(self) -> None:
        self._hidden.forget(self.table)
        if self._load is not None and self._hidden.unknown(self.table):
            await self._load(self.table)
        await self._fetch_spooled()
        for _ in range(len(self.table.laid_by) + 2):
            if not await self._one_by_itself():
                return
        self._wake.set()

    async def _fetch_spooled(self) -> None:
        """What is spooled is at hand again as soon as there is room for it; nobody but this fetches it."""
        spooled, room = self.table.spooled, MOST_LAID_BY - len(self.table.laid_by)
        if self._spool is None or not spooled or room < FETCHED:
            return
        entries, opened = await self._spool.first(spooled)

        def meaning(now: Table, _rules: Ruleset) -> Meant:
            more = now.spooled - spooled  # what was spooled meanwhile is behind these
            return Meant(c.FetchSpooled(entries) if more >= 0 else None, durable=lambda: self._keep_all(opened))

        await self.taken(uuid5(TOLD, f"{self.stream}/{self.version}/spool"), "table", meaning, 0)

    def _keep_all(self, cards: tuple[Opened, ...]) -> None:
        for opened in cards:
            self._hidden.keep(opened)

    async def _one_by_itself(self) -> bool:
        """Whether something happened."""
        if self._by_itself(self.table, self._actor.rules) is None:
            return False
        version, done = self.version, list[bool]()

        def meaning(table: Table, rules: Ruleset) -> Meant:
            command = self._by_itself(table, rules)
            done.append(command is not None)
            return Meant(command, if_refused=without_cards(command) if command is not None else None)

        answer = await self.taken(uuid5(TOLD, f"{self.stream}/{version}/itself"), "table", meaning, 0)
        if answer.refused is not None:
            log.error("%s: what should have happened by itself was refused: %s", self.stream, answer.refused.code)
            return False
        return any(done)

    def _by_itself(self, table: Table, rules: Ruleset) -> c.Command | None:
        return by_itself(table, rules, self._hidden, self._source())

    async def doubt(self, doubt: str, id_: UUID) -> None:
        """Have the cards on the table compared with the record, if a shoe is in use: as soon as that can be recorded.
        Raises Gone."""

        def meaning(table: Table, _rules: Ruleset) -> Meant:
            return Meant(c.DoubtDevice(doubt) if table.paper is None else None)

        again = Backoff(random, AGAIN_S, AGAIN_S)
        while True:
            try:
                await self.taken(id_, "table", meaning, 0)
            except NotNow:
                await asyncio.sleep(again.next_s())
            else:
                return

    async def count(self, left: int, expected: int, id_: UUID) -> None:
        """The shoe has counted its cards, while the record expected so many; it is the table's business only if that
        is not what the record has, and has had since."""

        def meaning(table: Table, rules: Ruleset) -> Meant:
            quiet = table.held is None and not table.laid_by and table.paper is None
            differs = table.shoe.decks > 0 and quiet and left != table.shoe.left == expected
            return Meant(c.CountShoe(left, source="") if differs else None)

        await self.taken(id_, "table", meaning, 0)

    def note(self, device: str, words: str) -> None:
        """Something that the floor should know and that holds no table."""
        self._note(device, words)


def _if(may: May, meaning: Meaning) -> Meaning:
    """What it means if it may be asked; else nothing is, and nothing is kept of it."""
    return lambda table, rules: meaning(table, rules) if may(table, rules) else Meant(None)


class DeviceDesk:
    """The desk as one device's driver sees it; `n` is the number of the device's last frame, and `attached_us` finds
    when the device was attached."""

    def __init__(
        self, desk: TableDesk, device: Device, n: int, attached_us: Callable[[], Awaitable[int]] | None = None
    ) -> None:
        self._desk, self._device, self._n, self._attached_us = desk, device, n, attached_us
        self._offered: tuple[Report, UUID] | None = None
        self._said_again = SaidAgain()

    async def record(self, report: Report) -> None:
        """Record the report with what it means."""
        id_, notes, meant = self._id(report), list[str](), list[c.Command | None]()
        elsewhere = await self._was_elsewhere(report)

        def meaning(table: Table, rules: Ruleset) -> Meant:
            known = report._replace(play=False) if elsewhere else report
            sense = self._desk.sense(known, self._device, table, rules)
            sense = self._said_again.heard(report.observation, sense, table)
            meant[:] = [sense.command]
            notes[:] = [sense.note] if sense.note else []
            return self._meant(report, id_, sense)

        answer = await self._desk.taken(id_, f"device:{self._device.name}", meaning, report.at_us)
        self._offered = None
        if report.play:
            self._desk.heard(of_its_kind(report.observation, self._device))
        self._said_again.asked(report.observation, meant[-1] if meant and answer.refused is None else None)
        if answer.refused is not None:
            notes.append(f"the table refused what the device told: {answer.refused.code}")
        for words in notes:
            self._desk.note(self._device.name, words)

    async def _was_elsewhere(self, report: Report) -> bool:
        """Whether these cards left the device before it was attached here, so that nobody here need look for them."""
        seen, left_us = report.observation, report.device_us
        if not isinstance(seen, o.Doubted) or seen.doubt != "cards_before" or left_us is None:
            return False
        try:
            return self._attached_us is not None and left_us < await self._attached_us()
        except LOST as error:
            raise NotNow(str(error)) from error

    def _id(self, report: Report) -> UUID:
        """The same for the same report, however often it is offered."""
        if report.key is not None:
            return uuid5(TOLD, f"{self._device.name}/{report.key}")
        if self._offered is None or self._offered[0] is not report:
            self._offered = (report, uuid4())
        return self._offered[1]

    def _meant(self, report: Report, id_: UUID, sense: Sense) -> Meant:
        # What makes us doubt a device may be the frame of a card that lies face down; so may its own words.
        doubtful = isinstance(of_its_kind(report.observation, self._device), o.Doubted | o.Warned)
        n, hidden = self._n + 1, sense.opened is not None or sense.hide or doubtful
        frame = FrameRow(
            self._device.name,
            n,
            report.at_us,
            sent=False,
            why="event",
            frame=report.frame,
            hidden=hidden,
            device_us=report.device_us,
            key=report.key,
            command=id_ if sense.command is not None else None,
            commitment=seal(sense.opened) if sense.opened is not None else None,
        )
        mark = MarkRow(self._device.name, n, encode({**report.mark, ATTACHED: self._device.attached}))
        meant = self._desk.meant(sense, (frame,), (mark,))
        inner = meant.durable

        def durable() -> None:
            self._n = n
            if inner is not None:
                inner()

        return meant._replace(durable=durable)

    async def keep(self, captured: tuple[Captured, ...]) -> None:
        """Keep these bytes. What came over the line may hold a card that lies face down, whatever stands there."""
        at_us = captured[-1].at_us if captured else 0

        def meaning(_table: Table, _rules: Ruleset) -> Meant:
            frames = tuple([self._frame(n, each) for n, each in enumerate(captured, self._n + 1)])
            return Meant(None, frames=frames, durable=lambda: self._moved(len(captured)))

        await self._desk.taken(uuid4(), f"device:{self._device.name}", meaning, at_us)

    def _frame(self, n: int, piece: Captured) -> FrameRow:
        return FrameRow(self._device.name, n, piece.at_us, piece.sent, piece.why, piece.data, hidden=not piece.sent)

    def _moved(self, frames: int) -> None:
        self._n += frames
