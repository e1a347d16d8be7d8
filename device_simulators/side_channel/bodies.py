"""What can be sent to the side channel."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=1, le=1000)]
Byte = Annotated[int, Field(ge=0, le=255)]
Seconds = Annotated[float, Field(ge=0, le=3600)]


class Body(BaseModel):
    """Nothing that is not known is taken."""

    model_config = ConfigDict(extra="forbid")


class Press(Body):
    """Draw so many cards; `force`: past a closed lock or a jam; `alone`: the cutting card counts as one."""

    count: Count = 1
    place: Literal["game", "burn", "setting"] = "game"
    force: bool = False
    alone: bool = False


class Stack(Body):
    """These cards come next; `foreign`: they come from outside."""

    cards: list[str]
    foreign: bool = False


class CutCard(Body):
    """The cutting card goes in, so many cards from the back."""

    cards_from_back: int


class Load(Body):
    """A new set: these cards, the first of them next, or so many decks in the order of a seed."""

    cards: list[str] | None = None
    decks: Annotated[int, Field(ge=1, le=20)] = 8
    seed: int = 1
    set_id: Byte = 1


class Fault(Body):
    """What goes wrong; the rest are details of some faults. `times`: with how many of the next."""

    fault: str
    times: Count = 1
    direction: Literal["to_host", "to_device"] = "to_host"
    at: Annotated[int, Field(ge=0)] | None = None
    bits: Annotated[int, Field(ge=1, le=16)] = 1
    seconds: Seconds | None = None
    count: Count = 16
    copies: bool = False
    code: Byte = 1


class Button(Body):
    """The button of a box."""

    box: Byte = 1


class Door(Body):
    """The door."""

    opened: bool = True


class Unplug(Body):
    """Pull the cable for so long; null: until it is put in again."""

    seconds: Seconds | None = None


class Reboot(Body):
    """Dead for so long, then it starts for this reason."""

    reason: Literal["power", "reset", "watchdog", "memory_lost"] = "power"
    seconds: Seconds = 0.0


class Insert(Body):
    """A card goes into the reader."""

    card: str


class Shuffle(Body):
    """Start, by the button on the machine."""

    set_id: Byte = 1


class Clock(Body):
    """How wrong the clock is."""

    offset_ms: Annotated[int, Field(ge=-(2**40), le=2**40)]


class GiveBack(Body):
    """So many cards go back into the continuous shuffler, or are taken out of the batch shuffler unseen."""

    count: Count


class Preset(Body):
    """A setting is changed at the device."""

    address: Annotated[int, Field(ge=0, le=99)]
    value: Annotated[int, Field(ge=0, le=9999)]
