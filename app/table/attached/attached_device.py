"""A device of a table and what carries it."""

from typing import NamedTuple

from app.devices.driver import Driver
from app.house.state import Device


class Running(NamedTuple):
    """A device and what carries it."""

    device: Device
    driver: Driver
