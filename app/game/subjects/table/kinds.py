"""Everything that is true of the commands and events of this subject."""

from app.game import commands as c
from app.game import events as e
from app.game.applied import tables as applied_tables
from app.game.core.acts import copied
from app.game.core.kinds import DEALING, SETTING_UP, Play, Signatures, command, event
from app.game.decisions import shoe, table

COMMANDS = (
    command(c.OpenTable, decide=table.open_table, who=SETTING_UP, play=Play()),
    command(c.CloseTable, decide=table.close_table, who=SETTING_UP, play=Play()),
    command(c.ChangeConfig, decide=table.change_config, who=SETTING_UP, play=Play()),
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
    event(e.TableOpened, fold=applied_tables.table_opened),
    event(e.TableClosed, fold=applied_tables.table_closed),
    event(e.ConfigChanged, fold=applied_tables.config_changed),
    event(
        e.DealerChanged, fold=applied_tables.dealer_changed, act=copied(c.ChangeDealer, "dealer", "licensed_through")
    ),
)
