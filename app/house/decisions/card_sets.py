"""What becomes of a command about sets of cards, and the house after such an event."""

from collections.abc import Callable
from typing import Any

from app.house import events as e
from app.house.refused import Refused
from app.house.state import House

DECIDE: dict[type, Callable[[House, Any], tuple[e.HouseEvent, ...] | Refused]] = {}
APPLY: dict[type, Callable[[House, Any], House]] = {}
