"""What was wanted of a device and is not answered yet."""

import asyncio
from collections import deque
from typing import Literal

from app.devices.session_protocol import Answered
from app.devices.wanted import Wanted

MOST_WAITING = 16

Answer = asyncio.Future[Answered]


class Wishes:
    """The wishes that wait for their answers; equal ones are answered in the order in which they were wanted."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Wanted, Answer]] = deque()

    @property
    def full(self) -> bool:
        """Whether nothing more can be wanted at the moment."""
        return len(self._waiting) >= MOST_WAITING

    def add(self, wanted: Wanted) -> Answer:
        """What will be answered."""
        assert not self.full
        answer: Answer = asyncio.get_running_loop().create_future()
        self._waiting.append((wanted, answer))
        return answer

    def vain(self, wanted: Wanted, outcome: Literal["refused", "no_answer"], detail: str) -> Answer:
        """What is answered at once, since nobody can be asked."""
        answer: Answer = asyncio.get_running_loop().create_future()
        answer.set_result(Answered(wanted, outcome, detail))
        return answer

    def settle(self, answered: Answered) -> None:
        """Tell whoever wanted this what became of it."""
        for waiting in self._waiting:
            wanted, answer = waiting
            if wanted == answered.wanted:
                self._waiting.remove(waiting)
                if not answer.done():  # whoever wanted it may have given up
                    answer.set_result(answered)
                return

    def end(self, detail: str) -> None:
        """No more answers come."""
        while self._waiting:
            self.settle(Answered(self._waiting[0][0], "no_answer", detail))
