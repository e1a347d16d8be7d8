"""The hashes of PINs and one-time codes, against their seals in the log of the house.

The database makes the seals, so that no hash leaves it. The log is told of a PIN before its row is committed: if the
server died in between, the row is still the one before, or there is none yet. That is told, and is no finding; a row
that the log never sealed, or one that is gone, is. So is an earlier one where somebody has given the right PIN since:
then the row was there.
"""

from collections.abc import Mapping

from app.house.subjects.people.events import CodeMade, CodeRedeemed, PersonAdded, PinWasSet
from app.house.subjects.sessions.events import SignedForAct, SignedIn
from app.people.pins import OF_CODE
from app.store.chain import Entry
from app.store.house_log import STREAM
from app.store.log_reader import event_of
from app.surveillance.verifying.findings import Finding, Report, short

HASH = "hash of a PIN"
# A PIN that was looked at before another was set is in the log no later than so long after that.
LOOKED_AT_WITHIN_US = 60_000_000


class Pins:
    """Collects the seals while the log of the house is walked, and compares the table with them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._seals: dict[str, list[str]] = {}
        self._sealed_us: dict[str, int] = {}
        self._proved: dict[str, int] = {}

    def event(self, entry: Entry) -> None:
        """The next event of the house; one that cannot be read has been found elsewhere."""
        try:
            event = event_of(entry)
        except Exception:
            return
        match event:
            case PersonAdded(person):
                self._sealed(person.name, person.pin_seal, entry)
            case PinWasSet():
                self._sealed(event.name, event.pin_seal, entry)
            case CodeMade():
                self._sealed(OF_CODE.format(event.name), event.code_seal, entry)
            case SignedIn(session):
                self._given(session.person, entry)
            case SignedForAct():
                self._given(event.name, entry)
            case CodeRedeemed():
                self._given(OF_CODE.format(event.name), entry)

    def _sealed(self, name: str, seal: str, entry: Entry) -> None:
        if seal:
            self._seals.setdefault(name, []).append(seal)
            self._sealed_us[name] = entry.recorded_us

    def _given(self, name: str, entry: Entry) -> None:
        """Somebody has given what was sealed last: it was in the table."""
        if name in self._seals and entry.recorded_us - self._sealed_us[name] > LOOKED_AT_WITHIN_US:
            self._proved[name] = len(self._seals[name])

    def compare(self, kept: Mapping[str, str]) -> None:
        """These are the rows that there are, by their seals."""
        for name, seal in kept.items():
            if name not in self._seals:
                self._report.pins_unsealed.append(name)
            elif seal != self._seals[name][-1]:
                self._another(name, seal)
            self._report.count("pins")
        for name in sorted(self._seals.keys() - kept.keys()):
            self._another(name, "")

    def _another(self, name: str, seal: str) -> None:
        """The row is not what was sealed last, or there is none: a finding, unless the server may have died over it."""
        seals, proved = self._seals[name], self._proved.get(name, 0)
        never = not seal and len(seals) == 1 and not proved
        earlier = seal in seals and seals.index(seal) + 1 >= proved
        if never or earlier:
            self._report.pins_not_good.append(name)
            return
        last = f"{short(seals[-1])}, as the log of the house says"
        if seal in seals:
            self._add(name, f"{short(seal)}, which was good earlier,", f"{last}; it was given since")
        else:
            self._add(name, short(seal) if seal else "none", last)

    def _add(self, name: str, found: str, expected: str) -> None:
        self._report.add(Finding(STREAM, None, None, HASH, f"{found} for {name}", expected))
