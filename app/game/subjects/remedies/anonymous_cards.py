"""Face-down cards by names that tell nothing: a commitment is for surveillance alone.

Who puts a round right says of a card that lay face down only that it did. In the acts that are shown to people such a
card is `face_down:1`, `face_down:2`... in the order in which they left the shoe; what they send back has the names, and
the record says which commitment is meant.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.records import replace
from app.game.core.state import RoundRecord, Table

NAME = "face_down:"
Remedy = TypeVar("Remedy", c.Void, c.Reconstruct, c.Void | c.Reconstruct)


def names_of(record: RoundRecord, table: Table | None = None) -> dict[str, str]:
    """The name of each commitment of the round; of one too for which this table holds."""
    dealt = [event.commitment for event in record.events if isinstance(event, e.CardDealtDown | e.CardKept)]
    held = table.held.commitment if table is not None and table.held is not None else None
    known = dict.fromkeys([commitment for commitment in (*dealt, held) if commitment])
    return {commitment: f"{NAME}{number}" for number, commitment in enumerate(known, 1)}


def named(remedy: Remedy, names: Mapping[str, str]) -> Remedy:
    """The remedy without any commitment."""
    return _with(remedy, {**names}, f"{NAME}unknown")


def meant(remedy: Remedy, names: Mapping[str, str]) -> Remedy:
    """The remedy with the commitments that are meant."""
    return _with(remedy, {name: commitment for commitment, name in names.items()}, None)


def named_act(act: Act, names: Mapping[str, str]) -> Act:
    """The act without any commitment."""
    return _act(act, names, f"{NAME}unknown")


def _with(remedy: Remedy, of: Mapping[str, str], other: str | None) -> Remedy:
    if isinstance(remedy, c.Void):
        return remedy
    return replace(remedy, acts=tuple(_acts(remedy.acts, of, other)))


def _acts(acts: Iterable[Act], of: Mapping[str, str], other: str | None) -> Iterable[Act]:
    return [_act(act, of, other) for act in acts]


def _act(act: Act, of: Mapping[str, str], other: str | None) -> Act:
    if not isinstance(act, c.DrawFaceDown | e.CardKept) or act.commitment is None:
        return act
    return replace(act, commitment=of.get(act.commitment, act.commitment if other is None else other))
