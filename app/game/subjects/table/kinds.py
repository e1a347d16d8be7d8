"""Everything that is true of the commands and events of this subject."""

from app.game.core.acts import copied
from app.game.core.kinds import DEALING, SETTING_UP, Play, Signatures, command, event
from app.game.subjects.shoe import decide as shoe
from app.game.subjects.table import commands as c
from app.game.subjects.table import decide, fold, words
from app.game.subjects.table import events as e

COMMANDS = (
    command(c.OpenTable, decide=decide.open_table, who=SETTING_UP, play=Play()),
    command(c.CloseTable, decide=decide.close_table, who=SETTING_UP, play=Play()),
    command(c.ChangeConfig, decide=decide.change_config, who=SETTING_UP, play=Play()),
    command(
        c.ChangeDealer,
        decide=shoe.change_dealer,
        who=DEALING,
        signatures=Signatures(0, 1),
        filled_in=("licensed_through",),
        play=Play(),
    ),
)
EVENTS = (
    event(e.TableOpened, fold=fold.table_opened, words=words.table_opened),
    event(e.TableClosed, fold=fold.table_closed, words=words.table_closed),
    event(e.ConfigChanged, fold=fold.config_changed, words=words.config_changed),
    event(
        e.DealerChanged,
        fold=fold.dealer_changed,
        words=words.dealer_changed,
        act=copied(c.ChangeDealer, "dealer", "licensed_through"),
    ),
)
