"""What screens are shown beside the table itself: its devices, its alarms, and each table in one line for the floor."""

from typing import NamedTuple

from app.devices.device_health import Health
from app.devices.session_protocol import State
from app.house.dialects import Role
from app.house.state import Alarm, House, device_of
from app.table.attached import Devices


class DeviceShown(NamedTuple):
    """A device of the table: `running` is the only state in which it is believed to be there. `why`: what is wrong.
    `heard_us`: when its last byte came; `unsure`: how many cards it has read with low confidence."""

    name: str
    role: Role | None
    """What the device is for."""
    connected: bool
    """Whether its line is open."""
    state: State
    """How its line is: closed, starting, running, unbound or silent."""
    since_us: int
    """Since when it is so, in microseconds since 1970."""
    why: str
    """What is wrong with it; empty if nothing is."""
    heard_us: int | None
    """When its last byte came, in microseconds since 1970; null: never yet. If nothing else changes, it is told anew
    every five seconds."""
    unsure: int = 0
    """How many cards it has read with low confidence since the server started."""


class Summary(NamedTuple):
    """A table on the floor's wall. `held`: the irregularity for which it holds; `since_us`: since when it is in its
    phase; `rounds_this_hour`: rounds completed in the last sixty minutes, as far as this server has seen them;
    `remedies_waiting`: voids and reconstructions that a second person has to sign; `kept_by`: the address of the server
    that keeps it, nothing if this one does."""

    number: str
    """The number of the table."""
    ruleset: str
    phase: str
    """How far the round is."""
    version: int
    dealer: str
    """The name of the dealer; empty: nobody is on duty."""
    layout_cents: int
    """The money at stake: wagers that are not settled yet, in cents."""
    held: str | None
    """The irregularity for which the table holds; null if it does not."""
    since_us: int
    """Since when it is in its phase, in microseconds since 1970."""
    devices_lost: tuple[str, ...]
    """The devices of the table that are not believed to be there."""
    open_alarms: int
    """How many alarms of the table are open."""
    rounds_this_hour: int
    """How many rounds were completed in the last sixty minutes, as far as this server has seen them."""
    remedies_waiting: int
    """How many voids and reconstructions a second person has to sign."""
    kept_by: str = ""
    """The address of the server that keeps the table; empty if this one does."""


def devices_shown(house: House, devices: Devices, number: str) -> tuple[DeviceShown, ...]:
    """How each device of the table is."""
    try:
        healths = devices.of(number).health()
    except KeyError:  # the table has just been let go of, or is not attended yet
        return ()
    return tuple([_device_shown(health, house) for health in healths])


def _device_shown(health: Health, house: House) -> DeviceShown:
    device = device_of(house, health.name)
    role = device.role if device is not None else None
    return DeviceShown(
        health.name, role, health.connected, health.state, health.since_us, health.why, health.last_byte_us,
        health.counted.unsure,
    )  # fmt: skip


class OpenAlarms:
    """The open alarms of each table, found anew when they have changed: many tables ask, twice a second."""

    def __init__(self) -> None:
        self._of: tuple[Alarm, ...] = ()
        self._by_table: dict[str, tuple[Alarm, ...]] = {}

    def at(self, house: House, number: str) -> tuple[Alarm, ...]:
        """Those of this table."""
        if house.alarms is not self._of:
            self._of, self._by_table = house.alarms, {}
            for alarm in house.alarms:
                self._by_table[alarm.table] = (*self._by_table.get(alarm.table, ()), alarm)
        return self._by_table.get(number, ())
