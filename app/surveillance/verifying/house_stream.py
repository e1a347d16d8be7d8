"""The house's own stream: each checkpoint is the house after all events before it.

Servers begin at the last checkpoint. One that was written past the events could give accounts, PINs, devices and
sessions that no event speaks of.
"""

from collections.abc import Iterator
from typing import Any

import orjson

from app.game.core.records import name_of
from app.house.decide import apply
from app.house.state import House
from app.store.chain import Entry
from app.store.codec import decode, encode
from app.store.house_log import EMPTY
from app.store.log_reader import event_of
from app.surveillance.verifying.findings import Finding, Report


class HouseFold:
    """Folds the events of the house. Behind an event that is not whole the house is not known until the next
    checkpoint."""

    def __init__(self, report: Report, stream: str) -> None:
        self._report, self._stream = report, stream
        self._house: House | None = EMPTY
        self._fields: dict[str, frozenset[str]] = {}

    def lose(self) -> None:
        """What the house is now cannot be told."""
        self._house = None

    def event(self, entry: Entry) -> None:
        """What the next event does, and whether its checkpoint says the same."""
        try:
            event: Any = event_of(entry)
        except Exception as error:
            self._lost(entry, "payload", f"what cannot be read ({error!r})", "an event")
        else:
            self._apply(entry, event)
        if entry.checkpoint is not None:
            self._checkpoint(entry, entry.checkpoint)

    def _apply(self, entry: Entry, event: Any) -> None:
        if name_of(type(event)) != entry.type:
            self._lost(entry, "type of the payload", name_of(type(event)), entry.type)
        if self._house is None:
            return
        try:
            self._house = apply(self._house, event)
        except Exception as error:
            self._lost(entry, "what it does", f"nothing that fits this house ({error!r})", "an event that fits")

    def _checkpoint(self, entry: Entry, text: str) -> None:
        self._report.count("checkpoints")
        try:
            house: House = decode(House, text)
        except Exception as error:
            self._lost(entry, "checkpoint", f"what cannot be read ({error!r})", "a house")
            return
        if self._house is not None:
            self._compare(entry, orjson.loads(text), orjson.loads(encode(self._house)))
        self._house = house  # what an older version did not write there, nobody has known since

    def _compare(self, entry: Entry, found: dict[str, Any], folded: dict[str, Any]) -> None:
        """A version that knew less has written less: of every record of a kind the same fields, and none after it."""
        others = [name for name in found if not _says_the_same(found[name], folded.get(name))]
        written = list(_written(found))
        for kind, names in written:
            if names != dict(written)[kind] or not names >= self._fields.get(kind, frozenset()):
                others.append(f"fields of {kind or 'the house'}")
        self._fields |= dict(written)
        if others:
            words = f"a house with other {', '.join(dict.fromkeys(others))}"
            self._add(entry, "checkpoint", words, "the house after all events before it")

    def _lost(self, entry: Entry, what: str, found: str, expected: str) -> None:
        self._house = None
        self._add(entry, what, found, expected)

    def _add(self, entry: Entry, what: str, found: str, expected: str) -> None:
        self._report.add(Finding(self._stream, entry.version, entry.type, what, found, expected))


def _says_the_same(found: Any, folded: Any) -> bool:
    """Whether what was written is what the events give, as far as it was written."""
    if isinstance(found, dict) and isinstance(folded, dict):
        return all([name in folded and _says_the_same(found[name], folded[name]) for name in found])
    if isinstance(found, list) and isinstance(folded, list) and len(found) == len(folded):
        return all([_says_the_same(one, other) for one, other in zip(found, folded, strict=True)])
    return bool(found == folded)


def _written(value: Any, kind: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """Of each record in it: where such records stand, and the names of its fields."""
    if isinstance(value, dict):
        yield kind, frozenset(value)
        for name, each in value.items():
            yield from _written(each, f"{kind} {name}".strip())
    elif isinstance(value, list):
        for each in value:
            yield from _written(each, kind)
