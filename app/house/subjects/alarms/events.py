"""What has happened in the house, about alarms."""

from app.house.records import HouseEvent
from app.house.state import Alarm


class AlarmRaised(HouseEvent):
    """Something that a person has to look at."""

    alarm: Alarm


class AlarmTaken(HouseEvent):
    """Somebody looks after it, in the place of who did."""

    number: int
    by: str
    instead_of: str | None = None


class AlarmAcknowledged(HouseEvent):
    """It is done."""

    number: int
    by: str
    words: str


class AlarmEnded(HouseEvent):
    """The alarm is over by itself: what it was about is gone, or never was there."""

    number: int
    words: str
