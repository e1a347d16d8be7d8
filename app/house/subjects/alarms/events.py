"""What has happened in the house, about alarms."""

from app.house.records import HouseEvent
from app.house.state import Alarm
from app.house.subjects.alarms.fields import AlarmAnswer, AlarmTaker


class AlarmRaised(HouseEvent):
    """Something that a person has to look at."""

    alarm: Alarm


class AlarmTaken(AlarmTaker, HouseEvent):
    """Somebody looks after it, in the place of who did."""

    instead_of: str | None = None


class AlarmAcknowledged(AlarmAnswer, HouseEvent):
    """It is done."""


class AlarmEnded(HouseEvent):
    """The alarm is over by itself: what it was about is gone, or never was there."""

    number: int
    words: str
