"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.house.subjects.alarms import events as e


def alarm_raised(event: e.AlarmRaised) -> Message:
    alarm = event.alarm
    where = if_any("house_alarms.at_table", table=alarm.table)
    return message("house_alarms.raised", number=alarm.number, where=where, kind=alarm.kind, words=alarm.words)


def alarm_taken(event: e.AlarmTaken) -> Message:
    instead = if_any("house_alarms.in_place_of", person=event.instead_of)
    return message("house_alarms.taken", by=event.by, number=event.number, instead=instead)


def alarm_acknowledged(event: e.AlarmAcknowledged) -> Message:
    return message("house_alarms.acknowledged", by=event.by, number=event.number, words=event.words)


def alarm_ended(event: e.AlarmEnded) -> Message:
    return message("house_alarms.ended", number=event.number, words=event.words)
