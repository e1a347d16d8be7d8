"""What is said of its events."""

from app.game.core.moment import Moment
from app.game.core.said import Said, said
from app.game.subjects.float import events as e


def float_opened(event: e.FloatOpened, moment: Moment) -> Said:
    return said("float.opened", cents=event.cents, by=event.by)


def float_filled(event: e.FloatFilled, moment: Moment) -> Said:
    return said("float.filled", cents=event.cents, by=event.by)


def float_credited(event: e.FloatCredited, moment: Moment) -> Said:
    return said("float.credited", cents=event.cents, by=event.by)


def float_closed(event: e.FloatClosed, moment: Moment) -> Said:
    cents = event.exchanged_cents
    away = said("float.went_for_cash", cents=cents) if cents else said("float.as_recorded")
    difference = said("float.less_than_was_there", cents=-cents) if cents < 0 else away
    counted, expected = event.counted_cents, event.expected_cents
    return said("float.closed", counted=counted, by=event.by, expected=expected, difference=difference)


def drop_entered(event: e.DropEntered, moment: Moment) -> Said:
    key = "float.drop_put_right" if event.correction else "float.drop"
    return said(key, closing=event.closing, cents=event.cents, by=event.by)
