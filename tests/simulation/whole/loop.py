"""An event loop whose time is simulated: when nobody has anything to do, it is at once as late as the next timer says.

Whatever runs in it belongs to a life: that of a server, or of the world around it. A server that is killed never runs
another step; nothing of it is cancelled or cleaned up, as with a process that the kernel ends.
"""

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import Any, cast
from uuid import UUID

# Nobody does so many things at one moment.
BUSY = 200_000


class Stuck(Exception):
    """Everybody waits for somebody else, for ever."""


class Life:
    """A server's, or that of the world around it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.over = False
        self.server: UUID | None = None  # as which it has leases


WORLD = Life("world")


class OwnedTask(asyncio.Task[Any]):
    """A task, and the life to which it belongs: that of whoever began it."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], *, loop: "SimulatedLoop", **named: Any) -> None:
        self.life = loop.life  # before its first step is asked for
        super().__init__(coroutine, loop=loop, **named)


class _NoFiles:
    """Stands where a loop has its selector: there are no files, and waiting takes no time."""

    def __init__(self, loop: "SimulatedLoop") -> None:
        self._loop = loop
        self._passed_at = 0

    def select(self, timeout_s: float | None) -> list[Any]:
        """It is as late as the next timer says, to the last digit: who is due has to find that he is."""
        loop = self._loop
        if timeout_s is None:
            raise Stuck("nothing is due, and nobody has anything to do")
        if timeout_s > 0:
            loop.now_s, self._passed_at = loop.next_due_s(), loop.handled
        if loop.handled > self._passed_at + BUSY:
            raise Stuck(f"{BUSY} steps, and no time has passed")
        return []


class _Timer(asyncio.TimerHandle):
    """What is due at a time, and its place among all that is due then."""

    def __init__(self, when: float, place: int, callback: Callable[..., Any], args: tuple[Any, ...], loop: Any,
                 context: Context | None) -> None:  # fmt: skip
        super().__init__(when, callback, args, loop, context)
        self.place = when, place

    def __lt__(self, other: Any) -> bool:
        return bool(self.place < other.place)


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs everything in an order that depends on nothing but what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 1_000.0
        self.life = WORLD
        self.handled = self._timers = 0
        self._scheduled: list[_Timer] = []
        self.network: Any = None
        self._selector = _NoFiles(self)
        self.set_task_factory(_task)  # type: ignore[arg-type]

    def time(self) -> float:
        """The simulated time."""
        return self.now_s

    def next_due_s(self) -> float:
        """When the next timer is due."""
        return max(self.now_s, self._scheduled[0].when())

    @contextmanager
    def within(self, life: Life) -> Iterator[None]:
        """Whatever is begun in here belongs to this life."""
        before, self.life = self.life, life
        try:
            yield
        finally:
            self.life = before

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As ever; the step of a task belongs to the task's life, all else to that of who asks for it."""
        return super().call_soon(self._owned, self._life_of(callback), callback, *args, context=context)

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As ever; of two that are due at the same time the one comes first that was asked for first."""
        self._timers += 1
        timer = _Timer(when, self._timers, self._owned, (self._life_of(callback), callback, *args), self, context)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def world(self, when: float, act: Callable[..., Any], *args: Any) -> asyncio.TimerHandle:
        """Let the world do this then, whatever becomes of who asks for it."""
        with self.within(WORLD):
            return self.call_at(when, act, *args)

    async def create_connection(self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        """A connection within this process."""
        return await self.network.connect(protocol_factory, host, port)

    async def create_server(self, protocol_factory: Any, host: Any = None, port: Any = None, **_: Any) -> Any:
        """A port within this process."""
        return self.network.listen(protocol_factory, host, port)

    def _life_of(self, callback: Callable[..., Any]) -> Life:
        owner = getattr(callback, "__self__", None)
        return owner.life if isinstance(owner, OwnedTask) else self.life

    def _owned(self, life: Life, callback: Callable[..., Any], *args: Any) -> None:
        if life.over:
            return
        self.handled += 1
        before, self.life = self.life, life
        try:
            callback(*args)
        finally:
            self.life = before

    def run_in_executor(self, _executor: Any, func: Callable[..., Any], *args: Any) -> "asyncio.Future[Any]":  # type: ignore[override]
        """What a thread would do is done at once."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def _process_events(self, event_list: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else could wake it."""


def _task(
    loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], context: Context | None = None
) -> OwnedTask:
    return OwnedTask(coroutine, loop=cast(SimulatedLoop, loop), context=context)
