"""What may be asked of the house about alarms."""

from app.house.alarm_kinds import AlarmKind
from app.house.records import HouseCommand


class RaiseAlarm(HouseCommand):
    """Something that a person has to look at."""

    kind: AlarmKind
    table: str
    about: str
    words: str
    at_us: int


class TakeAlarm(HouseCommand):
    """Somebody looks after it."""

    number: int
    by: str


class AcknowledgeAlarm(HouseCommand):
    """It is done: what was found and done about it."""

    number: int
    by: str
    words: str
