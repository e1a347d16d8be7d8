"""The dialects of devices: one record each says what is true of it, and every table keyed by dialects is derived.

How its bytes are read and answered is code, and stands in `app.devices.spoken_dialects`, one line a dialect.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Role = Literal["shoe", "shuffler", "continuous", "reader"]
Dialect = Literal["angel-eye", "bee-tek", "table-link"]
# What each word says that may be given for an option.
OptionWords = Mapping[str, bool | int]

_SWITCH: OptionWords = {
    "on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False,
}  # fmt: skip
_DIGIT: OptionWords = {"0": 0, "1": 1}


class DialectFacts(NamedTuple):
    """What is true of a dialect. `spoken_by`: the devices that speak it; `baud`: how fast they are, unless they were
    set otherwise; `options`: what can be said of one, and in which words. `unasked`: they speak unasked, so who only
    listens hears everything. `tells_later`: they keep what nobody has confirmed, and tell it later; they count their
    cards, too. `checked`: it has check bytes; without any, a changed card looks like any other. `serials`: they name
    their serial number, and what they tell is played once it is bound."""

    dialect: Dialect
    spoken_by: tuple[Role, ...]
    baud: int
    options: Mapping[str, OptionWords]
    unasked: bool
    tells_later: bool
    checked: bool
    serials: bool


DIALECTS = (
    DialectFacts(
        "angel-eye",
        spoken_by=("shoe",),
        baud=4800,
        options={
            "seq_after_nine": _DIGIT,
            "ack_reports": _SWITCH,
            "overdraw_is_card": _SWITCH,
            "command_bcc_includes_stx": _SWITCH,
        },
        unasked=True,
        tells_later=False,
        checked=True,
        serials=False,
    ),
    DialectFacts(
        "bee-tek",
        spoken_by=("shoe",),
        baud=9600,
        options={},
        unasked=True,
        tells_later=False,
        checked=False,
        serials=False,
    ),
    DialectFacts(
        "table-link",
        spoken_by=("shoe", "shuffler", "continuous", "reader"),
        baud=115200,
        options={},
        unasked=False,
        tells_later=True,
        checked=True,
        serials=True,
    ),
)
# By the name, which may come from anywhere.
FACTS: dict[str, DialectFacts] = {each.dialect: each for each in DIALECTS}
