"""What may be asked of the house about alarms."""

from app.house.records import HouseCommand
from app.house.state import AlarmKind


class RaiseAlarm(HouseCommand):
    """Something that a person has to look at."""

    kind: AlarmKind
    """What kind of alarm it is."""
    table: str
    about: str
    """What it is about: it tells two of a kind apart."""
    words: str
    at_us: int


class TakeAlarm(HouseCommand):
    """Somebody looks after it."""

    number: int
    """The number of the alarm."""
    by: str


class AcknowledgeAlarm(HouseCommand):
    """It is done: what was found and done about it."""

    number: int
    """The number of the alarm."""
    by: str
    words: str
    """What was found, and what was done about it."""
