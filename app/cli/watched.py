"""The messages of a table's feed as lines for a terminal."""

from datetime import UTC, datetime

import orjson

from app.cli.named_rules import Json
from app.game.views.audiences import BoxView, DealerView, FloorView, HandView, SignView, SurveillanceView, View
from app.language.phrases import money, spaced
from app.realtime.audience import VIEWS, Audience
from app.store.codec import decode
from app.surveillance.question_words import question_in_words


def lines_of(audience: Audience, message: Json) -> list[str]:
    """What the message says, in one line or several; of one that only says that the server lives, nothing."""
    kind = message["type"]
    if kind in ("hello", "view"):
        view: View = decode(VIEWS[audience], orjson.dumps(message["view"]))
        return [_line(message, "    ".join(_parts(view))), *_beside(message)]
    if kind == "skip":
        return [_line(message, "nothing that may be seen here")]
    return _beside(message)


def _line(message: Json, words: str) -> str:
    at_us = message.get("at_us") or message.get("server_us")
    at = datetime.fromtimestamp(at_us / 1_000_000, UTC).astimezone() if at_us else None
    shown = f"{at:%H:%M:%S}" if at is not None else " " * 8
    first = message.get("first", message["version"])
    versions = f"{first}" if first == message["version"] else f"{first}-{message['version']}"
    return f"{shown} {versions:>11}  {words}"


def _parts(view: View) -> list[str]:
    """What is worth a look: the phase, the cards, the money, what is asked."""
    if isinstance(view, SurveillanceView):
        return _parts(view.floor)
    if isinstance(view, FloorView):
        on_layout = f"{money(view.layout_cents)} on the layout" if view.layout_cents else ""
        phase, *more = _parts(view.dealer)
        return [each for each in (phase, f"dealer {view.dealer_name or 'nobody'}", on_layout, *more) if each]
    if isinstance(view, DealerView):
        return [*_parts(view.sign), *[question_in_words(question) for question in view.questions]]
    return _on_table(view)


def _on_table(view: SignView) -> list[str]:
    number = f", round {view.round}" if view.round is not None else ""
    cards = [f"the dealer has {_hand(view.dealer)}"] if _lies(view.dealer) else []
    return [f"{spaced(view.phase)}{number}", *cards, *[_box(box) for box in view.boxes]]


def _box(box: BoxView) -> str:
    outcomes = f" ({', '.join([spaced(each) for each in box.outcomes])})" if box.outcomes else ""
    return f"box {box.number}: {' / '.join([_hand(hand) for hand in box.hands])}{outcomes}"


def _lies(hand: HandView) -> bool:
    return bool(hand.cards) or hand.face_down > 0


def _hand(hand: HandView) -> str:
    if not _lies(hand):
        return "no card"
    cards = [*hand.cards, *["??"] * hand.face_down]
    points = f" = {'soft ' if hand.soft else ''}{hand.points}" if hand.cards else ""
    return f"{' '.join(cards)}{points}{' doubled' if hand.doubled else ''}"


def _beside(message: Json) -> list[str]:
    devices = [_device(each) for each in message.get("devices", ())]
    alarms = [f"{'':20}  alarm {each['number']}: {each['words']}" for each in message.get("alarms", ())]
    return [*devices, *alarms]


def _device(device: Json) -> str:
    why = f": {device['why']}" if device["why"] else ""
    return f"{'':20}  {device['name']} is {device['state'] if device['connected'] else 'away'}{why}"
