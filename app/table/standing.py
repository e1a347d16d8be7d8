"""Where a task stands that does not go on: the chain of what it waits for."""

import asyncio
from pathlib import Path
from typing import Any

DEEPEST = 30


def standing(task: "asyncio.Task[Any]") -> str:
    """Each coroutine with its line, the outermost first."""
    waits_in: Any = task.get_coro()
    places: list[str] = []
    while waits_in is not None and len(places) < DEEPEST:
        frame = getattr(waits_in, "cr_frame", None)
        if frame is not None:
            places.append(f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {frame.f_code.co_name}")
        waits_in = getattr(waits_in, "cr_await", None)
    return " > ".join(places) or "it is over"
