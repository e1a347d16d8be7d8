"""The tables on which the bot plays: every book, and Massachusetts in each of its three ways with the hole card."""

from app.books.rulebook import load_ruleset
from app.game.core.records import replace
from app.game.core.state import TableConfig
from tests.bot.adapter import CoreTable

# Amounts of odd cents, so that roundings matter; limits that let every tier of the Super Bonus be bet.
_LIMITS = TableConfig(minimum_cents=5_00, maximum_cents=400_00, smallest_chip_cents=5)
# Massachusetts has one box a player unless the house permits more (14).
_TWO_BOXES = replace(_LIMITS, boxes_per_player=2)

TABLES: dict[str, tuple[str, TableConfig]] = {
    "nz-division-15": ("nz-division-15", replace(_LIMITS, player_maximum_cents=250_00)),
    "nz-gazette-2000": ("nz-gazette-2000", replace(_LIMITS, increment_cents=5)),
    "nz-gazette-2000 with a machine": ("nz-gazette-2000", replace(_LIMITS, shuffler="alternating")),
    "sg-pontoon-plus-v5": ("sg-pontoon-plus-v5", _LIMITS),
    "act-canberra-2005": ("act-canberra-2005", _LIMITS),
    "ma-pontoon-21-v3": ("ma-pontoon-21-v3", _TWO_BOXES),
    "ma-pontoon-21-v3 blind": ("ma-pontoon-21-v3", replace(_TWO_BOXES, hole_card="blind")),
    "ma-pontoon-21-v3 reader": ("ma-pontoon-21-v3", replace(_TWO_BOXES, hole_card="reader")),
}


def set_up(name: str, seed: int, table_type: type[CoreTable] = CoreTable) -> CoreTable:
    """A fresh table of this name."""
    book, config = TABLES[name]
    rules = load_ruleset(book)
    return table_type(rules, replace(config, side_bets=tuple(rules.side_bets)), seed)
