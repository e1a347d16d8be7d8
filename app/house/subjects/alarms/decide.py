"""What becomes of a command about alarms.

Of one kind, at one table, about one thing, there is one open alarm. It has one owner, who says in the end what was
found and done; somebody else can take it over, and the log has both names. Without anybody it is over only
when it is about a device that is detached.
"""

from app.house.alarm_kinds import FACTS
from app.house.kinds import Decided
from app.house.refused import Refused
from app.house.state import Alarm, House, alarm_of, device_of, open_alarm
from app.house.subjects.alarms import commands as c
from app.house.subjects.alarms import events as e

MOST_OPEN = 500
LEAST_WORDS, MOST_WORDS = 3, 500
MOST_ABOUT = 200


def raise_alarm(house: House, command: c.RaiseAlarm) -> Decided:
    wrong = _wrong(command)
    if wrong:
        return Refused(wrong, "bad_alarm")
    if open_alarm(house, command.kind, command.table, command.about) is not None:
        return Refused("This alarm is open already: somebody has to look at it.", "alarm_open")
    if FACTS[command.kind].of_device and not _is_attached(house, command.about, command.table):
        return Refused(f"No device {command.about!r} is at table {command.table}: nobody can look after it.")
    if len(house.alarms) >= MOST_OPEN:
        return Refused(f"{MOST_OPEN} alarms are open: acknowledge some of them first.", "too_many_alarms")
    alarm = Alarm(
        house.alarmed + 1, command.kind, command.table, command.about, command.words.strip(), command.at_us
    )  # fmt: skip
    return (e.AlarmRaised(alarm),)


def _is_attached(house: House, name: str, table: str) -> bool:
    device = device_of(house, name)
    return device is not None and device.table == table


def ended_for(house: House, device: str, words: str) -> tuple[e.AlarmEnded, ...]:
    """The alarms about this device that are over with it, for this reason."""
    about = [alarm for alarm in house.alarms if FACTS[alarm.kind].of_device and alarm.about == device]
    return tuple([e.AlarmEnded(alarm.number, words) for alarm in about])


def _wrong(command: c.RaiseAlarm) -> str:
    if command.kind not in FACTS:
        return f"{command.kind!r} is none of {', '.join(FACTS)}."
    if len(command.about) > MOST_ABOUT:
        return f"What it is about has at most {MOST_ABOUT} characters."
    return _wrong_words(command.words)


def _wrong_words(words: str) -> str:
    if LEAST_WORDS <= len(words.strip()) <= MOST_WORDS:
        return ""
    return f"Say it in words: {LEAST_WORDS} to {MOST_WORDS} characters."


def take_alarm(house: House, command: c.TakeAlarm) -> Decided:
    alarm = alarm_of(house, command.number)
    if alarm is None:
        return _not_open(command.number)
    if not command.by.strip():
        return Refused("Say who takes it.", "bad_alarm")
    if alarm.owner == command.by:
        return Refused(f"Alarm {command.number} is yours already.", "alarm_yours")
    return (e.AlarmTaken(command.number, command.by, alarm.owner),)


def acknowledge_alarm(house: House, command: c.AcknowledgeAlarm) -> Decided:
    """Who acknowledges what nobody has taken has taken it by that."""
    alarm, wrong = alarm_of(house, command.number), _wrong_words(command.words)
    if alarm is None:
        return _not_open(command.number)
    if wrong or not command.by.strip():
        return Refused(wrong or "Say who acknowledges it.", "bad_alarm")
    if alarm.owner is not None and alarm.owner != command.by:
        words = f"Alarm {command.number} is {alarm.owner}'s: take it over first."
        return Refused(words, "alarm_of_another")
    taken = (e.AlarmTaken(command.number, command.by),) if alarm.owner is None else ()
    return (*taken, e.AlarmAcknowledged(command.number, command.by, command.words.strip()))


def _not_open(number: int) -> Refused:
    return Refused(f"No alarm {number} is open: somebody has acknowledged it, or there was none.", "no_such_alarm")
