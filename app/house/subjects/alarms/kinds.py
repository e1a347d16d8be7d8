"""Everything that is true of the commands and events of this subject."""

from app.house.kinds import command, event
from app.house.subjects.alarms import commands as c
from app.house.subjects.alarms import decide, fold, words
from app.house.subjects.alarms import events as e

COMMANDS = (
    command(c.RaiseAlarm, decide=decide.raise_alarm, by_the_server=True),
    command(c.TakeAlarm, decide=decide.take_alarm),
    command(c.AcknowledgeAlarm, decide=decide.acknowledge_alarm),
)
EVENTS = (
    event(e.AlarmRaised, fold=fold.alarm_raised, words=words.alarm_raised),
    event(e.AlarmTaken, fold=fold.alarm_taken, words=words.alarm_taken),
    event(e.AlarmAcknowledged, fold=fold.alarm_over, words=words.alarm_acknowledged),
    event(e.AlarmEnded, fold=fold.alarm_over, words=words.alarm_ended),
)
