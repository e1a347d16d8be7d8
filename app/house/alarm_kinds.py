"""The kinds of alarms: one record each says what is true of it, and whatever treats one kind otherwise asks its record.

What is a cause for an alarm is found in `app.alarms.causes`; whoever is told of one is told of all.
"""

from typing import Literal, NamedTuple

AlarmKind = Literal[
    "device_lost", "composition", "count_mismatch", "jam", "called", "over_threshold", "pace", "chain", "wrong_device",
    "guessing", "silent",
]  # fmt: skip


class AlarmFacts(NamedTuple):
    """What is true of alarms of one kind. `holds`: why a table holds, or which doubt of a device holds it, if such a
    hold is this alarm. `lasts`: it says how it is at a table, which only the server knows that keeps it; all else has
    happened, and stays so. `of_device`: it is about an attached device, and over when that is detached. `signed`: why
    whoever acknowledges it gives name and PIN; "" if a session is enough."""

    kind: AlarmKind
    holds: tuple[str, ...] = ()
    lasts: bool = False
    of_device: bool = False
    signed: str = ""


ALARMS = (
    AlarmFacts("device_lost", lasts=True, of_device=True),
    AlarmFacts("composition", holds=("foreign_card", "impossible_card", "composition")),
    AlarmFacts(
        "count_mismatch",
        holds=(
            "cards_missing", "cards_in_excess", "count_mismatch", "keyed_differs", "keyed_not_told",
            "card_of_an_empty_shoe",
        ),
    ),
    AlarmFacts("jam", holds=("shuffler_fault",)),
    AlarmFacts("called"),
    AlarmFacts("over_threshold", signed="A payment over the threshold is acknowledged with name and PIN."),
    AlarmFacts("pace", lasts=True),
    AlarmFacts("chain"),
    AlarmFacts("wrong_device"),
    AlarmFacts("guessing"),
    AlarmFacts("silent", lasts=True),
)  # fmt: skip
FACTS = {each.kind: each for each in ALARMS}
# Why a table holds, and the alarm that it is.
HOLDS = {hold: each.kind for each in ALARMS for hold in each.holds}
