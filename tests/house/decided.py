"""Houses as they come about by commands, each of which the house has to accept."""

from app.house.decide import apply, decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import House
from app.store.codec import decode, decode_record, encode


def house(*commands: HouseCommand, made: House | None = None) -> House:
    """The house after these, begun empty or as it was made; all of it is kept as it happened."""
    at = House() if made is None else made
    for command in commands:
        assert decode_record(encode(command)) == command
        events = decide(at, command)
        assert not isinstance(events, Refused), events
        for event in events:
            assert decode_record(encode(event)) == event, "what is kept is what happened"
            at = apply(at, event)
    assert decode(House, encode(at)) == at
    return at
