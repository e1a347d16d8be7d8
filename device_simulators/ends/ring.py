"""The lasting memory of a Table Link device: its counter, its last events, what is confirmed, its boot id."""

from collections import deque
from typing import Any

from device_simulators.dialects.table_link.events import Kept, encode

CAPACITY = 256
RESERVED = 8  # one press makes no more events than this


class Ring:
    """The last 256 events, confirmed or not."""

    def __init__(self, boot_id: int) -> None:
        self.boot_id = boot_id
        self.next_counter = 1
        self.confirmed = 0
        self.lost_unconfirmed = 0
        self._events: deque[Kept] = deque()

    @property
    def oldest_kept(self) -> int:
        """The counter of the oldest event that is kept, or of the next one if there is none."""
        return self._events[0].counter if self._events else self.next_counter

    @property
    def nearly_full(self) -> bool:
        """Whether a card now might push an event out that nobody has confirmed."""
        return self.next_counter - 1 - self.confirmed > CAPACITY - RESERVED

    def write(self, time_ms: int, code: int, body: bytes) -> None:
        """Keep a new event; the oldest goes if there is no room."""
        self._events.append(Kept(self.next_counter, encode(self.next_counter, time_ms, code, body)))
        self.next_counter += 1
        if len(self._events) > CAPACITY:
            gone = self._events.popleft().counter
            self.lost_unconfirmed += gone > self.confirmed
            self.confirmed = max(self.confirmed, gone)

    def unconfirmed(self, at_most: int) -> list[Kept]:
        """The oldest events that are not confirmed."""
        skipped = max(self.confirmed + 1 - self.oldest_kept, 0)
        return [self._events[place] for place in range(skipped, min(len(self._events), skipped + at_most))]

    def confirm(self, counter: int) -> bool:
        """Whether such an event was made yet; every one up to it is confirmed then."""
        if counter >= self.next_counter:
            return False
        self.confirmed = max(self.confirmed, counter)
        return True

    def resend_from(self, counter: int) -> bool:
        """Whether this one can be the oldest that is not confirmed; it is then."""
        if not self.oldest_kept <= counter <= self.next_counter:
            return False
        self.confirmed = counter - 1
        return True

    def forget(self, boot_id: int) -> None:
        """Lose everything."""
        self.restore(Ring(boot_id).kept())

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        return {
            "boot_id": self.boot_id,
            "next_counter": self.next_counter,
            "confirmed": self.confirmed,
            "lost_unconfirmed": self.lost_unconfirmed,
            "events": [event.data.hex() for event in self._events],
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        self.boot_id, self.next_counter = kept["boot_id"], kept["next_counter"]
        self.confirmed, self.lost_unconfirmed = kept["confirmed"], kept["lost_unconfirmed"]
        first = self.next_counter - len(kept["events"])
        self._events = deque(Kept(first + place, bytes.fromhex(text)) for place, text in enumerate(kept["events"]))

    def shown(self) -> dict[str, Any]:
        """The truth about the memory, for the side channel."""
        return self.kept() | {"oldest_kept": self.oldest_kept}
