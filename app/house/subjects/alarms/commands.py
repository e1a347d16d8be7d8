"""What may be asked of the house about alarms."""

from app.house.alarm_kinds import AlarmKind
from app.house.records import HouseCommand
from app.house.subjects.alarms.fields import AlarmAnswer, AlarmTaker


class RaiseAlarm(HouseCommand):
    """Something that a person has to look at."""

    kind: AlarmKind
    """What kind of alarm it is."""
    table: str
    about: str
    """What it is about: it tells two of a kind apart."""
    words: str
    at_us: int


class TakeAlarm(AlarmTaker, HouseCommand):
    """Somebody looks after it."""


class AcknowledgeAlarm(AlarmAnswer, HouseCommand):
    """It is done: what was found and done about it."""
