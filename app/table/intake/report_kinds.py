"""Which kinds of device can tell what: no reader lets a card out, and no shoe reads the hole card.

A device that tells what its kind cannot is at fault: what it told is kept, sealed, and means nothing at the table.
"""

from typing import Final

from app.devices import observations as o
from app.house.dialects import Role
from app.house.state import SHOES, Device

_MACHINES: Final[tuple[Role, ...]] = ("shuffler", "continuous")
_READER: Final[tuple[Role, ...]] = ("reader",)
# What is not listed every device can tell.
_TOLD_BY: Final[dict[type, tuple[Role, ...]]] = {
    o.CardSeen: SHOES, o.CutCardSeen: SHOES, o.CardPushedBack: SHOES, o.TwoAtOnce: SHOES, o.ShoeFilled: SHOES,
    o.ShoeRanOut: SHOES,
    o.ShuffleBegan: _MACHINES, o.ShuffleWentOn: _MACHINES, o.ShuffleEnded: _MACHINES, o.CountDiffered: _MACHINES,
    o.CardsReturned: _MACHINES,
    o.HoleAnswered: _READER, o.HoleOutOfTurn: _READER,
}  # fmt: skip


def of_its_kind(seen: o.Observation, device: Device) -> o.Observation:
    """What was seen; or the doubt about a device that no such thing can come from."""
    if device.role in _TOLD_BY.get(type(seen), (device.role,)):
        return seen
    return o.Doubted("unknown_event", f"{device.name} told what no {device.role} can tell")
