"""The table itself."""

from app.game import events as e
from app.game.state import Table


def table_opened(table: Table, event: e.TableOpened) -> Table:
    return table._replace(config=event.config, ruleset_hash=event.ruleset_hash)


def config_changed(table: Table, event: e.ConfigChanged) -> Table:
    return table._replace(config=event.config)


def dealer_changed(table: Table, event: e.DealerChanged) -> Table:
    return table._replace(dealer=event.dealer)
