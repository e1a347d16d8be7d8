"""What is said of its events."""

from app.game.core.message import Message, message
from app.game.core.moment import Moment
from app.game.subjects.float import events as e


def float_opened(event: e.FloatOpened, moment: Moment) -> Message:
    return message("float.opened", cents=event.cents, by=event.by)


def float_filled(event: e.FloatFilled, moment: Moment) -> Message:
    return message("float.filled", cents=event.cents, by=event.by)


def float_credited(event: e.FloatCredited, moment: Moment) -> Message:
    return message("float.credited", cents=event.cents, by=event.by)


def float_closed(event: e.FloatClosed, moment: Moment) -> Message:
    cents = event.exchanged_cents
    away = message("float.went_for_cash", cents=cents) if cents else message("float.as_recorded")
    difference = message("float.less_than_was_there", cents=-cents) if cents < 0 else away
    counted, expected = event.counted_cents, event.expected_cents
    return message("float.closed", counted=counted, by=event.by, expected=expected, difference=difference)


def drop_entered(event: e.DropEntered, moment: Moment) -> Message:
    key = "float.drop_put_right" if event.correction else "float.drop"
    return message(key, closing=event.closing, cents=event.cents, by=event.by)
