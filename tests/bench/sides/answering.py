"""How a side answers: a line of JSON for each line of JSON.

A request is `{"do": NAME, ...}`; the response is `{"is": RESULT}`. A side that fails prints why and ends. Whatever else
it prints goes to the standard error.
"""

import asyncio
import inspect
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from typing import Any, TypeVar

import uvloop

T = TypeVar("T")
Handlers = Mapping[str, Callable[..., Any]]


def answer(opened: Callable[[], AbstractAsyncContextManager[Handlers]], *, with_uvloop: bool = False) -> None:
    """Open the side, answer its requests until the other end closes the line, and close it."""
    responses = os.dup(1)
    os.dup2(2, 1)
    factory = uvloop.new_event_loop if with_uvloop else asyncio.new_event_loop
    with os.fdopen(responses, "w") as out, asyncio.Runner(loop_factory=factory) as runner:

        def respond(result: Any) -> None:
            print(json.dumps({"is": result}), file=out, flush=True)

        runner.run(_answer(opened, respond))


async def _answer(opened: Callable[[], AbstractAsyncContextManager[Handlers]], respond: Callable[[Any], None]) -> None:
    async with opened() as handlers:
        respond("open")
        # Read in a thread: sockets of this side are served while it waits.
        while line := await asyncio.to_thread(sys.stdin.readline):
            request = json.loads(line)
            result = handlers[request.pop("do")](**request)
            respond(await result if inspect.isawaitable(result) else result)


@asynccontextmanager
async def entered(context: AbstractContextManager[T]) -> AsyncIterator[T]:
    """This context, entered and left in a thread: it may run a loop of its own."""
    value = await asyncio.to_thread(context.__enter__)
    try:
        yield value
    finally:
        await asyncio.to_thread(context.__exit__, None, None, None)
