"""The whole vocabulary of what may be asked of a table: imperative, plain data; each subject has its own.

Time, ids and who asked travel beside a command, not in it; the core decides on what is asked alone.
"""

from app.game.core.records import Command as Command
from app.game.subjects.cards.commands import *
from app.game.subjects.dealer.commands import *
from app.game.subjects.devices.commands import *
from app.game.subjects.float.commands import *
from app.game.subjects.hands.commands import *
from app.game.subjects.irregularities.commands import *
from app.game.subjects.offers.commands import *
from app.game.subjects.paper.commands import *
from app.game.subjects.payments.commands import *
from app.game.subjects.remedies.commands import *
from app.game.subjects.shoe.commands import *
from app.game.subjects.table.commands import *
from app.game.subjects.wagers.commands import *
