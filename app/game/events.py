"""The whole vocabulary of what happens at a table: past tense, plain data; each subject has its own.

An event carries everything that came of it (cents, odds, clauses, reasons), so that apply needs no rules and
a record can be replayed for ever, whatever becomes of the rulesets.
"""

from app.game.core.records import Event as Event
from app.game.subjects.cards.events import *
from app.game.subjects.dealer.events import *
from app.game.subjects.devices.events import *
from app.game.subjects.float.events import *
from app.game.subjects.hands.events import *
from app.game.subjects.irregularities.events import *
from app.game.subjects.offers.events import *
from app.game.subjects.paper.events import *
from app.game.subjects.payments.events import *
from app.game.subjects.remedies.events import *
from app.game.subjects.settlement.events import *
from app.game.subjects.shoe.events import *
from app.game.subjects.table.events import *
from app.game.subjects.wagers.events import *
