"""What becomes of a command about alarms.

Of one kind, at one table, about one thing, there is one open alarm. It has one owner, who says in the end what was
found and done; somebody else can take it over, and the log has both names. Without anybody it is over only
when it is about a device that is detached.
"""

from app.house.alarm_kinds import FACTS
from app.house.kinds import Decided
from app.house.refusal import Refused, refused
from app.house.state import Alarm, House, alarm_of, device_of, open_alarm
from app.house.subjects.alarms import commands as c
from app.house.subjects.alarms import events as e

MOST_OPEN = 500
LEAST_WORDS, MOST_WORDS = 3, 500
MOST_ABOUT = 200


def raise_alarm(house: House, command: c.RaiseAlarm) -> Decided:
    wrong = _wrong(command)
    if wrong is not None:
        return wrong
    if open_alarm(house, command.kind, command.table, command.about) is not None:
        return refused("alarm_open")
    if FACTS[command.kind].of_device and not _is_attached(house, command.about, command.table):
        return refused("house_refused.not_there", {"device": command.about, "table": command.table})
    if len(house.alarms) >= MOST_OPEN:
        return refused("too_many_alarms", {"most": MOST_OPEN})
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


def _wrong(command: c.RaiseAlarm) -> Refused | None:
    if command.kind not in FACTS:
        return refused("bad_alarm.kind", {"kind": command.kind, "kinds": tuple(FACTS)})
    if len(command.about) > MOST_ABOUT:
        return refused("bad_alarm.about", {"most": MOST_ABOUT})
    return _wrong_words(command.words)


def _wrong_words(words: str) -> Refused | None:
    if LEAST_WORDS <= len(words.strip()) <= MOST_WORDS:
        return None
    return refused("bad_alarm.words", {"least": LEAST_WORDS, "most": MOST_WORDS})


def take_alarm(house: House, command: c.TakeAlarm) -> Decided:
    alarm = alarm_of(house, command.number)
    if alarm is None:
        return _not_open(command.number)
    if not command.by.strip():
        return refused("bad_alarm.who_takes_it")
    if alarm.owner == command.by:
        return refused("alarm_yours", {"number": command.number})
    return (e.AlarmTaken(command.number, command.by, alarm.owner),)


def acknowledge_alarm(house: House, command: c.AcknowledgeAlarm) -> Decided:
    """Who acknowledges what nobody has taken has taken it by that."""
    alarm, wrong = alarm_of(house, command.number), _wrong_words(command.words)
    if alarm is None:
        return _not_open(command.number)
    if wrong is not None or not command.by.strip():
        return wrong or refused("bad_alarm.who_acknowledges_it")
    if alarm.owner is not None and alarm.owner != command.by:
        return refused("alarm_of_another", {"number": command.number, "owner": alarm.owner})
    taken = (e.AlarmTaken(command.number, command.by),) if alarm.owner is None else ()
    return (*taken, e.AlarmAcknowledged(command.number, command.by, command.words.strip()))


def _not_open(number: int) -> Refused:
    return refused("no_such_alarm", {"number": number})
