"""A table in the room: its simulated devices, and the cards that really lie on it.

What left the shoe is the truth. People look at it, and at their screens.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from app.game.core.cards import DECK, TEN, copies
from app.table.intake.hidden import face_down
from device_simulators.building import CATALOGUE, Wish, built
from device_simulators.cards import shuffled
from device_simulators.device import Device
from device_simulators.lines.opening import Listen
from device_simulators.machines.machine import CannotNow
from device_simulators.machines.reader import Reader
from device_simulators.machines.shoe import Shoe
from device_simulators.side_channel.bodies import Fault
from device_simulators.side_channel.routes import set_off
from tests.simulation.recorded import NOT_OF_THE_SHOE
from tests.simulation.whole.invariants import Secrets, Stream

ROLES = {"shoe": "shoe", "reader": "reader", "shuffler": "shuffler"}
PORTS = {"shoe": 4001, "reader": 4002, "shuffler": 4003}
LINE_FAULTS = ("drop", "duplicate", "reorder", "flip", "split", "join", "delay", "babble")
MORE_FAULTS = ("memory-lost", "error", "retransmit")
# After these the shoe and the record may differ, and nothing on the line could tell: the cards are shuffled anew.
UNTOLD = ("unreadable", "two-at-once", "pushed-back", "foreign", "missing", "memory-lost", "reboot", "untold")
LOCKED, JAM = ("locked", "error_stands"), 8


class Placed(NamedTuple):
    """A table of the house: number, kind (as the bot's tables are called), and the dialect of its shoe."""

    number: str
    kind: str
    dialect: str


class Felt:
    """One table, as whoever stands there sees it."""

    def __init__(self, placed: Placed, seed: int, devices: dict[str, Device]) -> None:
        self.placed, self._seed, self.devices = placed, seed, devices
        self._loads = 0
        self._before: Counter[str] = Counter()

    @property
    def number(self) -> str:
        """The number of the table."""
        return self.placed.number

    @property
    def host(self) -> str:
        """The device server at this table."""
        return host_of(self.number)

    @property
    def device(self) -> Device:
        """The shoe, with its line."""
        return self.devices["shoe"]

    @property
    def shoe(self) -> Shoe:
        """The shoe itself."""
        machine = self.device.machine
        assert isinstance(machine, Shoe)
        return machine

    def name(self, kind: str) -> str:
        """The name under which the house knows a device."""
        return f"t{self.number}-{kind}"

    # --- what hands do

    def press(self) -> str:
        """Draw; says why nothing came out, if so."""
        try:
            self.shoe.press(1, "game", alone=True)
        except CannotNow as refused:
            return refused.why
        self.device.done_with()
        return ""

    def load(self, decks: int, cut_depth: int | None) -> None:
        """A newly shuffled set goes in."""
        self._loads += 1
        self.shoe.load(shuffled(decks, self._seed * 1_000 + self._loads), 1)
        if cut_depth is not None:
            self.shoe.supply.place_cut_card(cut_depth)
        self._before = self.faults_done()
        self.device.done_with()

    def clear(self, errors: list[int]) -> None:
        """Somebody opens the shoe and takes out what is stuck; it is not told to."""
        for code in errors:
            self.shoe.clear_error(code)
        self.device.done_with()

    def insert(self, card: str) -> bool:
        """Put a card into the reader, if that waits for one."""
        reader = self.devices["reader"].machine
        assert isinstance(reader, Reader)
        if reader.dead or reader.shown()["armed"] is None:
            return False
        reader.insert(card)
        self.devices["reader"].done_with()
        return True

    # --- what goes wrong

    def faults_done(self) -> Counter[str]:
        """All that went wrong with the shoe and its line, ever."""
        done: Counter[str] = Counter(self.device.shown()["faults"]["done"])
        return done

    def possible(self, kind: str) -> list[str]:
        """What can go wrong with this device."""
        device = self.devices[kind]
        inside = ("error", "retransmit") if kind == "shoe" else ()
        return [each for each in (*CATALOGUE, "memory-lost", *inside) if device.possible(each)]

    def strike(self, kind: str, fault: str, dice: Random) -> bool:
        """Let this go wrong; False: it cannot just now."""
        direction: Any = dice.choice(("to_host", "to_host", "to_device"))
        copies = dice.random() < 0.5 and direction == "to_host" and self.devices[kind].dialect == "angel-eye"
        body = Fault(
            fault=fault, times=dice.choice((1, 1, 2)), direction=direction, copies=copies,
            bits=dice.choice((1, 1, 2, 5)), seconds=round(dice.uniform(0.05, 3.0), 3), count=dice.randint(1, 40),
            code=dice.randint(1, 7),
        )  # fmt: skip
        try:
            set_off(self.devices[kind], body)
        except CannotNow:
            return False
        return True

    # --- the truth, and the record

    def lying(self) -> list[str]:
        """Every card that left this shoe and was not pushed back, in order; a ten is none of its cards."""
        return [each.card for each in self.shoe.supply.drawn if not each.back and not each.card.startswith(TEN)]

    def pushed_back(self) -> Counter[str]:
        """The cards that went back into the shoe."""
        return Counter([each.card for each in self.shoe.supply.drawn if each.back])

    def owed(self, stream: Stream, secrets: Secrets) -> list[str]:
        """The cards that lie on the table and not in the record."""
        recorded, owed = recorded_cards(stream, secrets), []
        for card in self.lying():
            if recorded[card]:
                recorded[card] -= 1
            else:
                owed.append(card)
        return owed

    def excess(self, stream: Stream, secrets: Secrets) -> Counter[str]:
        """The cards in the record that do not lie on the table; what was pushed back may stand there."""
        return recorded_cards(stream, secrets) - Counter(self.lying()) - self.pushed_back()

    def explained(self) -> list[str]:
        """What went wrong since the shoe was loaded, and explains why record and shoe differ, untold by the line."""
        since = self.faults_done() - self._before
        told_all = self.placed.dialect == "table-link"
        return [each for each in since if each in UNTOLD or not (told_all or each == "clock-wrong")]

    def under_way(self) -> bool:
        """Whether anything that the shoe told has not come over the line yet."""
        device = self.device
        if device.machine.dead or device.to_host.due_s() is not None or device.to_device.due_s() is not None:
            return True
        link = device.end.shown()
        if link.get("copies_waiting"):
            return True
        if self.placed.dialect != "table-link":
            return False
        ring = link["ring"]
        return not (link["in_step"] and device.line.connected) or ring["confirmed"] != ring["next_counter"] - 1


def recorded_cards(stream: Stream, secrets: Secrets) -> Counter[str]:
    """The cards that have left the shoe by the record, seen or face down."""
    table = stream.table
    seen: Counter[str] = Counter({card: copies(table.shoe.drawn, card) for card in DECK})
    unseen = [*face_down(table), *stream.unseen]
    down = [secrets.known[each].card for each in unseen if each in secrets.known]
    held = table.held
    more = held.cards if held is not None and (held.from_shoe or held.irregularity in NOT_OF_THE_SHOE) else ()
    both = +(seen + Counter[str](down) + Counter[str](more))
    return Counter({card: count for card, count in both.items() if not card.startswith(TEN)})


def host_of(number: str) -> str:
    """The device server at the table of this number."""
    return f"devices-{number}.example"


async def laid_out(placed: Placed, seed: int, decks: int, *, reads: bool) -> Felt:
    """The table with its devices, plugged in and started."""
    devices: dict[str, Device] = {}
    for kind in ("shoe", "reader") if reads else ("shoe",):
        dialect = placed.dialect if kind == "shoe" else "table-link"
        listen = Listen("tcp", host_of(placed.number), PORTS[kind])
        wish = Wish(kind, listen, Path("/nowhere"), dialect, decks, seed=seed + len(devices), boot_id=seed % 1_000)
        devices[kind] = await built(wish)
    return Felt(placed, seed, devices)


__all__ = ["JAM", "LINE_FAULTS", "LOCKED", "MORE_FAULTS", "ROLES", "Felt", "Placed", "laid_out"]
