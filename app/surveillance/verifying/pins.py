"""The hashes of PINs and one-time codes, against their seals in the log of the house.

The database makes the seals, so that no hash leaves it. The log is told of a PIN before its row is committed: if the
server died in between, the row is still the one before, or there is none yet. That is told, and is no finding; a row
that the log never sealed, or one that is gone, is.
"""

from collections.abc import Mapping

from app.house import events as e
from app.people.pins import OF_CODE
from app.store.chain import Entry
from app.store.house_log import STREAM
from app.store.reading import event_of
from app.surveillance.verifying.findings import Finding, Report, short

HASH = "hash of a PIN"


class Pins:
    """Collects the seals while the log of the house is walked, and compares the table with them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._seals: dict[str, list[str]] = {}

    def event(self, entry: Entry) -> None:
        """The next event of the house; one that cannot be read has been found elsewhere."""
        try:
            event = event_of(entry)
        except Exception:
            return
        match event:
            case e.PersonAdded(person):
                self._sealed(person.name, person.pin_seal)
            case e.PinWasSet():
                self._sealed(event.name, event.pin_seal)
            case e.CodeMade():
                self._sealed(OF_CODE.format(event.name), event.code_seal)

    def _sealed(self, name: str, seal: str) -> None:
        if seal:
            self._seals.setdefault(name, []).append(seal)

    def compare(self, kept: Mapping[str, str]) -> None:
        """These are the rows that there are, by their seals."""
        for name, seal in kept.items():
            if name not in self._seals:
                self._report.pins_unsealed.append(name)
            elif seal not in self._seals[name]:
                self._add(name, short(seal), f"{short(self._seals[name][-1])}, as the log of the house says")
            elif seal != self._seals[name][-1]:
                self._report.pins_not_good.append(name)
            self._report.count("pins")
        for name, seals in self._seals.items():
            if name in kept:
                continue
            if len(seals) > 1:
                self._add(name, "none", f"{short(seals[-1])}, as the log of the house says")
            else:
                self._report.pins_not_good.append(name)

    def _add(self, name: str, found: str, expected: str) -> None:
        self._report.add(Finding(STREAM, None, None, HASH, f"{found} for {name}", expected))
