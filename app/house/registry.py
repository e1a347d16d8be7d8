"""The subjects of the house; the tables of its kinds are made of what they say."""

from app.house.kinds import CommandKind, EventKind
from app.house.subjects.alarms import kinds as alarms
from app.house.subjects.card_sets import kinds as card_sets
from app.house.subjects.devices import kinds as devices
from app.house.subjects.people import kinds as people
from app.house.subjects.sessions import kinds as sessions

SUBJECTS = (devices, people, sessions, alarms, card_sets)
COMMANDS: dict[type, CommandKind] = {kind.type: kind for subject in SUBJECTS for kind in subject.COMMANDS}
EVENTS: dict[type, EventKind] = {kind.type: kind for subject in SUBJECTS for kind in subject.EVENTS}
