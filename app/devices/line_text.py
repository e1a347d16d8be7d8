"""One line of text for each thing that happens on a line, for a technician at the device.

This shows cards, face-down ones too: what it makes belongs on that technician's screen and nowhere else.
"""

import re
from dataclasses import fields
from datetime import UTC, datetime

from app.devices.observations import CardSeen, Observation
from app.devices.session_protocol import Captured, Now, Report, Send
from app.printable import shown

CAPTURED = {
    "answer": "answer",
    "copy": "copy of what came before",
    "refused": "refused: it is no good frame",
    "garbage": "garbage",
    "sent": "sent",
}


def report_line(report: Report) -> str:
    """What the device told."""
    return line(report.at_us, "<", observation_words(report.observation), report.frame)


def captured_line(captured: Captured) -> str:
    """Bytes that told nothing."""
    return line(captured.at_us, ">" if captured.sent else "<", CAPTURED[captured.why], captured.data)


def sent_line(send: Send, now: Now) -> str:
    """What was sent."""
    return line(now.us, ">", send.what, send.frame)


def line(at_us: int, direction: str, what: str, frame: bytes = b"") -> str:
    """Time, direction, what it is, and its bytes."""
    at = datetime.fromtimestamp(at_us / 1_000_000, UTC).astimezone().strftime("%H:%M:%S.%f")[:-3]
    text = f"{at} {direction} {what:<40} {frame.hex(' ').upper()}".rstrip()
    # a device's own words could hold what a terminal obeys
    return shown(text)


def observation_words(observation: Observation) -> str:
    """What was seen, with the card."""
    details = [_detail(observation, field.name) for field in fields(observation)]
    return ", ".join([words_of_type(observation), *filter(None, details)])


def words_of_type(said: object) -> str:
    """What kind of thing it is."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(said).__name__).lower()


def _detail(observation: Observation, name: str) -> str:
    value = getattr(observation, name)
    if isinstance(observation, CardSeen) and name == "card":
        return value or "unread"
    return "" if value is None or value == "" else f"{name.replace('_', ' ')} {value}"
