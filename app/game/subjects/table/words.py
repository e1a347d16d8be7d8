"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment, always
from app.game.subjects.table import events as e


def table_opened(event: e.TableOpened, moment: Moment) -> Message:
    return message("table.opened", decks=event.config.decks, boxes=event.config.boxes)


def table_closed(event: e.TableClosed, moment: Moment) -> Message:
    left = if_any("table.sets_left" if len(event.sets) > 1 else "table.set_left", sets=event.sets)
    return message("table.closed", why=if_any("table.closed_because", reason=event.reason), left=left)


config_changed = always("table.config_changed")


def dealer_changed(event: e.DealerChanged, moment: Moment) -> Message:
    licence = if_any("table.licensed", through=event.licensed_through)
    if not event.dealer:
        return message("table.nobody_deals", licence=licence)
    return message("table.deals", dealer=event.dealer, licence=licence)
