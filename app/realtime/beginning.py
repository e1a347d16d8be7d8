"""Begins a coroutine in the caller's own turn, so that what has nothing to wait for costs no task."""

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any


class Rest(Awaitable[None]):
    """What is left of a coroutine that has begun and waits for something; to be awaited in a task."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._coroutine, self._waits_for = coroutine, waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        waits_for = self._waits_for
        try:
            while True:
                try:
                    came = yield waits_for
                except BaseException as error:
                    waits_for = self._coroutine.throw(error)
                else:
                    waits_for = self._coroutine.send(came)
        except StopIteration:
            return

    def close(self) -> None:
        """Leave it where it is."""
        self._coroutine.close()


def begun(coroutine: Coroutine[Any, Any, None]) -> Rest | None:
    """Run it to its end, or to the first thing that it waits for: then what is left."""
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return Rest(coroutine, waits_for)
