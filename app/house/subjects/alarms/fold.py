"""The house after an event about alarms."""

from app.house.state import House
from app.house.subjects.alarms import events as e


def alarm_raised(house: House, event: e.AlarmRaised) -> House:
    return house._replace(alarms=(*house.alarms, event.alarm), alarmed=event.alarm.number)


def alarm_taken(house: House, event: e.AlarmTaken) -> House:
    alarms = [each._replace(owner=event.by) if each.number == event.number else each for each in house.alarms]
    return house._replace(alarms=tuple(alarms))


def alarm_over(house: House, event: e.AlarmAcknowledged | e.AlarmEnded) -> House:
    return house._replace(alarms=tuple([each for each in house.alarms if each.number != event.number]))
