"""What screens are shown beside the table itself: its devices, its alarms, and each table in one line for the floor."""

from typing import NamedTuple

from app.devices.health import Health
from app.devices.session import State
from app.house.dialects import Role
from app.house.state import Alarm, House, device_of
from app.table.attached import Devices


class DeviceShown(NamedTuple):
    """A device of the table: `running` is the only state in which it is believed to be there. `why`: what is wrong.
    `heard_us`: when its last byte came; `unsure`: how many cards it has read with low confidence."""

    name: str
    role: Role | None
    connected: bool
    state: State
    since_us: int
    why: str
    heard_us: int | None
    unsure: int = 0


class Summary(NamedTuple):
    """A table on the floor's wall. `held`: the irregularity for which it holds; `since_us`: since when it is in its
    phase; `rounds_this_hour`: rounds completed in the last sixty minutes, as far as this server has seen them;
    `remedies_waiting`: voids and reconstructions that a second person has to sign; `kept_by`: the address of the server
    that keeps it, nothing if this one does."""

    number: str
    ruleset: str
    phase: str
    version: int
    dealer: str
    layout_cents: int
    held: str | None
    since_us: int
    devices_lost: tuple[str, ...]
    open_alarms: int
    rounds_this_hour: int
    remedies_waiting: int
    kept_by: str = ""


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
