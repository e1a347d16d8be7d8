"""One table: the only one who writes its stream.

decide -> append -> apply -> acknowledge -> publish, one command after the other. What decides is pure; what is answered
is durable; what is published was answered. The same command again gets the same answer and changes nothing. A broken
invariant freezes the table: its log stays as it is, and everybody who asks is told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import accumulate
from time import monotonic
from uuid import UUID

from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.records import name_of
from app.game.core.rejections import Rejected
from app.game.core.state import Table
from app.game.events import EarlierRoundAmended, Event, TableOpened
from app.game.questions import open_questions
from app.game.registry import COMMANDS
from app.game.rules.ruleset import Ruleset
from app.language.rejection_in_words import RejectedInWords, in_words
from app.store.codec import encode
from app.store.log_reader import Answered
from app.store.projecting import RoundRow
from app.store.writer import Fenced, Unavailable, Writer
from app.table.book_store import Books, may_be_opened
from app.table.drafting import Decided, Position, alone, drafted
from app.table.gaming_day import decide_on
from app.table.listeners import tell
from app.table.requests import Answer, Meant, Outcomes, Published, Request
from app.table.standing import standing

log = logging.getLogger("tablekeeper.table")
MOST_WAITING = 64
NO_QUESTION = "This says no question that it answers: name the one that is open."
MOST_REMEMBERED = 50_000
# Who asks is told after this time that it is not known yet; the append goes on, and the same command may be sent again.
PATIENCE_S = 5.0


class Busy(Exception):
    """More is asked of the table than it can answer: nothing was done, and the same command may be sent again."""


class Frozen(Exception):
    """The table stands still because of a defect: its log is whole, and nothing more is written to it."""


class OtherBody(Exception):
    """A command came again under an id that another command has."""


class NotStorable(Exception):
    """What was asked holds a text or a number that no database keeps: nothing was done."""


class Stopped(Exception):
    """This server does not keep the table any more."""


class CutOff(Stopped):
    """The lease has run out while the database was away from this server: another one has the table, or will."""


@dataclass(slots=True)
class _Waiting:
    request: Request
    done: "asyncio.Future[Answer]"


class TableActor:
    """The table and its inbox."""

    def __init__(
        self,
        position: Position,
        rules: Ruleset,
        writer: Writer,
        recent: dict[UUID, Answered],
        now_us: Callable[[], int],
        find_round: Callable[[int], Awaitable[RoundRow]],
        outcomes: Outcomes | None = None,
        books: Books | None = None,
    ) -> None:
        self._position, self._rules, self._writer, self._recent = position, rules, writer, recent
        self._now_us, self._find_round = now_us, find_round
        self._outcomes, self._books = outcomes if outcomes is not None else Outcomes(), books
        self._inbox: asyncio.Queue[_Waiting] = asyncio.Queue(MOST_WAITING)
        self._listeners: list[Callable[[Published], None]] = []
        self._foreseers: list[Callable[[Table], None]] = []
        self._task: asyncio.Task[None] | None = None
        self._stopped: Exception | None = None
        self._answering: _Waiting | None = None
        self._said_of: _Waiting | None = None
        self._began_s = 0.0

    @property
    def table(self) -> Table:
        """The table as it is recorded."""
        return self._position.table

    @property
    def rules(self) -> Ruleset:
        """The book that the table is under; a closed table is under its last one."""
        return self._rules

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self._position.version

    @property
    def stopped(self) -> Exception | None:
        """Why the table does not answer any more."""
        return self._stopped

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._inbox.qsize()

    def start(self) -> None:
        """Begin to answer."""
        self._task = asyncio.create_task(self._run(), name=self._position.stream)

    async def close(self) -> None:
        """Answer nothing more; what is being written is written, and what waits is told."""
        self.stop(Stopped(f"{self._position.stream} is not kept here any more"))
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def stop(self, why: Exception) -> None:
        """From now on everybody is told this."""
        self._stopped = self._stopped or why
        while not self._inbox.empty():
            _fail(self._inbox.get_nowait(), self._stopped)

    def listen(self, listener: Callable[[Published], None]) -> None:
        """Be told of everything that is durable, in order."""
        self._listeners.append(listener)

    def foresee(self, foreseer: Callable[[Table], None]) -> None:
        """Be shown the table as it will be, while it is made durable: to make ready what will be told then, if ever."""
        self._foreseers.append(foreseer)

    async def ask(self, request: Request) -> Answer:
        """The answer to the request, when it is durable."""
        if self._stopped is not None:
            raise self._stopped
        if not self._writer.available:
            raise Unavailable("the database is away: nothing is recorded until it is back")
        waiting = _Waiting(request, asyncio.get_running_loop().create_future())
        try:
            self._inbox.put_nowait(waiting)
        except asyncio.QueueFull as error:
            raise Busy(f"{self._position.stream} has {MOST_WAITING} commands to answer") from error
        return await waiting.done

    def silent(self, now_s: float) -> bool:
        """Whether the one whose turn it is has waited for too long."""
        return self._answering is not None and now_s >= self._began_s + PATIENCE_S

    def tell_the_waiting(self, now_s: float) -> None:
        """Tell who has waited too long that it is not known yet; what is being written goes on being written."""
        if not self.silent(now_s):
            return
        self._say_where()
        slow = Unavailable("not recorded yet: the database does not answer; ask again with the same id")
        if self._answering is not None:
            _fail(self._answering, slow)
        while not self._inbox.empty():
            _fail(self._inbox.get_nowait(), slow)

    def _say_where(self) -> None:
        """Write once for each request what the table waits for."""
        if self._said_of is not self._answering:
            self._said_of = self._answering
            where = standing(self._task) if self._task is not None else "it was not begun"
            log.warning("%s has not answered for %.0f s; it waits at %s", self._position.stream, PATIENCE_S, where)

    async def _run(self) -> None:
        while True:
            self._answering = None
            waiting = await self._inbox.get()
            self._answering, self._began_s = waiting, monotonic()
            try:
                answer, published = await self._answer(waiting.request)
            except asyncio.CancelledError:
                _fail(waiting, self._stopped or Stopped(f"{self._position.stream} is not kept here any more"))
                raise
            except (Unavailable, OtherBody, NotStorable) as error:
                self._outcomes[name_of(type(waiting.request.command)), type(error).__name__] += 1
                _fail(waiting, error)
            except Fenced as error:
                _fail(waiting, error)
                self.stop(Stopped(str(error)))
            except Exception as error:
                log.exception("%s is frozen", self._position.stream)
                frozen = Frozen(f"{self._position.stream} stands still: {error!r}")
                _fail(waiting, frozen)
                self.stop(frozen)
            else:
                if not waiting.done.done():
                    waiting.done.set_result(answer)
                self._publish(published)

    def _publish(self, published: Published | None) -> None:
        if published is not None:
            tell(self._listeners, self._position.stream, published)

    async def _answer(self, request: Request) -> tuple[Answer, Published | None]:
        """The answer, and what it is that everybody may know of."""
        known = self._recent.get(request.id)
        if request.meaning is not None:
            if known is not None:  # what it meant then may be another command than what it would mean now
                return _again(request, known, known.digest), None
            meant = request.meaning(self.table, self._rules)
        else:
            meant = Meant(request.command, request.sealed)
        if meant.command is None:
            return await self._kept(meant), None
        body = _stored(request, meant.command)
        digest = sha256(f"{request.question}\n{body}".encode()).digest()
        if known is not None:
            return _again(request, known, digest), None
        rules = await self._rules_for(meant.command)
        refused, events, tables = self._decided(request, meant.command, rules)
        if refused is not None and meant.if_refused is not None:
            body = _stored(request, meant.if_refused)
            digest = sha256(f"{request.question}\n{body}".encode()).digest()
        asked = Decided(request, meant, body, digest, refused, events, tables, await self._earlier(events))
        append, after = drafted(self._position, asked, self._now_us())
        await self._writer.append(append, partial(self._foreseen, after.table) if events else None)
        first, self._position = self._position.version + 1, after
        if any([isinstance(event, TableOpened) for event in events]):
            self._rules = rules
        self._remember(request.id, Answered(digest, refused, first, len(events)))
        self._outcomes[name_of(type(meant.command)), refused.code if refused is not None else "done"] += 1
        if meant.durable is not None:
            meant.durable()
        published = Published(after.version, events, after.table, request.event_us or None) if events else None
        return Answer(refused, first, len(events)), published

    def _foreseen(self, table: Table) -> None:
        tell(self._foreseers, self._position.stream, table)

    async def _kept(self, meant: Meant) -> Answer:
        """What came over a line and asks nothing of the table."""
        if meant.frames or meant.marks:
            await self._writer.append(alone(self._position, meant, self._now_us()))
        if meant.durable is not None:
            meant.durable()
        return Answer(None, self._position.version + 1, 0)

    async def _earlier(self, events: tuple[Event, ...]) -> dict[int, RoundRow]:
        """The earlier rounds that these events put right, as the record has them."""
        numbers = [event.round for event in events if isinstance(event, EarlierRoundAmended)]
        return {number: await self._find_round(number) for number in numbers}

    def _remember(self, id_: UUID, answered: Answered) -> None:
        self._recent[id_] = answered
        if len(self._recent) > MOST_REMEMBERED:
            del self._recent[next(iter(self._recent))]

    async def _rules_for(self, command: c.Command) -> Ruleset:
        """The book that the command is decided by; that it can be another one is seldom."""
        if self._books is None:
            return self._rules
        return await self._books.for_command(self.table, self._rules, command)

    def _decided(
        self, request: Request, command: c.Command, rules: Ruleset
    ) -> tuple[RejectedInWords | None, tuple[Event, ...], tuple[Table, ...]]:
        """The refusal, if it is one; the events either way, and the table after each."""
        if isinstance(command, c.OpenTable) and may_be_opened(self.table) and command.ruleset not in (None, rules.id):
            return RejectedInWords("no_such_ruleset", f"There is no book {command.ruleset!r}."), (), ()
        if request.question is not None or COMMANDS[type(command)].answers:
            open_ = {question.id for question in open_questions(self.table, self._rules)}
            if request.question not in open_:
                message = f"This answers {request.question}, which is not open." if request.question else NO_QUESTION
                return RejectedInWords("question_closed", message), (), ()
        answer = decide_on(lambda: str(self._position.gaming_day(self._now_us())), self.table, rules, command)
        if isinstance(answer, Rejected):
            return in_words(answer), answer.recorded, tuple(accumulate(answer.recorded, apply, initial=self.table))[1:]
        return None, answer.events, answer.tables


def _stored(request: Request, command: c.Command) -> str:
    """The command as it is kept. PostgreSQL has no text with a zero in it."""
    try:
        body = encode(command)
        f"{request.question}{request.actor}".encode()
    except (TypeError, UnicodeEncodeError) as error:
        raise NotStorable(f"command {request.id} cannot be kept: {error}") from error
    if "\\u0000" in body or "\0" in f"{request.question}{request.actor}":
        raise NotStorable(f"command {request.id} cannot be kept: there is a zero in a text")
    return body


def _again(request: Request, known: Answered, digest: bytes) -> Answer:
    if known.digest != digest:
        raise OtherBody(f"command {request.id} came before with another content: nothing was done")
    return Answer(known.refused, known.first_version, known.events, again=True)


def _fail(waiting: _Waiting, error: Exception) -> None:
    if not waiting.done.done():
        waiting.done.set_exception(error)
