"""How long the opening of a table takes, and where it stands if that is too long."""

import asyncio
import logging

from app.table.actor import PATIENCE_S, TableActor
from app.table.standing import standing

log = logging.getLogger("tablekeeper.table")


class BeingOpened:
    """A table that is being opened."""

    def __init__(self, task: "asyncio.Task[TableActor]", since_s: float) -> None:
        self._task, self._since_s, self._said = task, since_s, False

    async def end(self) -> None:
        """Open it no further; returns when what was taken for it is given back."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def is_slow(self, now_s: float) -> bool:
        """Whether it has taken too long by now."""
        return now_s >= self._since_s + PATIENCE_S

    def say_if_slow(self, now_s: float) -> None:
        """Write once what the opening waits for, if it takes too long."""
        if self.is_slow(now_s) and not self._said:
            self._said = True
            name = self._task.get_name()
            log.warning("%s has not been opened for %.0f s; it waits at %s", name, PATIENCE_S, standing(self._task))
