"""What events say, kept as it was first said: `python -m tests.language.told FILE`.

`recorded`: of the rounds of the first edition, with their errors, a digest of what each kind of event says under each
book. `made`: events of every kind, made up to say all that their kind can say, as they are stored; the round of the
first edition and the place in it at which each is told; and its words.
"""

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from app.game.commands import Void
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import DECK
from app.game.core.moment import Moment
from app.game.core.records import fields_of, is_record
from app.game.core.seals import Opened, seal
from app.game.core.state import Table
from app.game.events import AmountEntered, Event, HandSplit, RoundRewritten
from app.game.registry import COMMANDS, EVENTS
from app.game.subjects.devices.machine_reports import MACHINES_WORDS
from app.language.rendering import words_of
from app.store.codec import decode_record, encode
from tests.recorded.test_recorded import BOOKS, ROUNDS

OF_A_KIND = 8
TEXTS = ("", "ann", "late_wager", "bob", "a_b_c", "4.1(2)")
# By the kind of event and the field, or by the field alone: where a hand may lie, and words that are told in others.
KNOWN: Mapping[str, Sequence[Any]] = {
    "box": (0, 1, 1, 2, 3),
    "hand": (1, 1, 1, 2),
    "CameMeanwhile.doubt": ("", "card_unread", *MACHINES_WORDS),
    "RoundRewritten.reason": ("error_card", *[kind.name for kind in COMMANDS.values()]),
    "StepDone.step": ("wash", "inspect:dealer", "inspect:game_supervisor"),
}
MANY = {"RoundRewritten": 150, "TableHeld": 60}
NUMBERS = (0, 1, 2, 3, -2, 1_50, 25_00, 1_000_00)


def moments_of(round_: Mapping[str, Any]) -> Iterator[tuple[Event, Moment]]:
    """Every event of a recorded round with the tables around it; what came to light is known from the beginning."""
    table, events = EMPTY, [decode_record(text) for text in round_["events"]]
    known = {seal(each): each for event in events for each in _opened(event)}
    for event in events:
        after = apply(table, event)
        yield event, Moment(table, after, known)
        if isinstance(event, RoundRewritten):
            yield from [(each, Moment(table, after)) for each in event.events]
        table = after


def _opened(event: Any) -> tuple[Opened, ...]:
    opened = getattr(event, "opened", ())
    return (opened,) if isinstance(opened, Opened) else opened


def digests_of(book: str) -> dict[str, str]:
    """Of the words of each kind of event in the recorded rounds of this book."""
    told = defaultdict[str, list[str]](list)
    for round_ in [each for each in ROUNDS if each["book"] == book]:
        for event, moment in moments_of(round_):
            told[type(event).__name__].append(words_of(event, moment))
    return {kind: sha256("\n".join(told[kind]).encode()).hexdigest()[:16] for kind in sorted(told)}


def table_at(place: tuple[int, int]) -> Table:
    """The table of a recorded round after so many of its events."""
    table = EMPTY
    for text in ROUNDS[place[0]]["events"][: place[1]]:
        table = apply(table, decode_record(text))
    return table


def made() -> Iterator[dict[str, Any]]:
    """Events of every kind, and what they say in the middle of some round."""
    places = [(at, len(round_["events"]) - 4) for at, round_ in enumerate(ROUNDS)]
    within = [place for place in places if (table := table_at(place)).round is not None and table.round.boxes]
    for kind in EVENTS:
        for number in range(_how_many(kind)):
            chance = Random(f"{kind.__name__} {number}")
            event, place = _value(kind, chance), chance.choice(within)
            table = table_at(place)
            yield {"event": encode(event), "at": place, "words": words_of(event, Moment(table, table))}


def _how_many(kind: type) -> int:
    return MANY.get(kind.__name__) or OF_A_KIND * min(len(fields_of(kind)), 5) // 2 + 1


def _value(hint: Any, chance: Random) -> Any:
    """A value of this type."""
    origin, parts = get_origin(hint), get_args(hint)
    plain = {str: TEXTS, int: NUMBERS, bool: (True, False), NoneType: (None,), bytes: (bytes(16),)}
    if hint in plain:
        return chance.choice(plain[hint])
    if hint is Opened:
        return Opened(chance.choice(DECK), bytes(16))
    if isinstance(hint, NewType):
        return chance.choice(DECK)
    if origin is Literal:
        return chance.choice(parts)
    if origin in (Union, UnionType):
        return _value(chance.choice([each for each in parts if is_record(each) <= (each is Void)]), chance)
    if origin is tuple and parts[-1] is Ellipsis:
        return tuple([_value(parts[0], chance) for _ in range(chance.choice((0, 1, 2, 3)))])
    return tuple([_value(each, chance) for each in parts]) if origin is tuple else _record(hint, chance)


def _record(kind: Any, chance: Random) -> Any:
    hints = get_type_hints(kind)
    names = [field.name for field in fields_of(kind)] if is_record(kind) else kind._fields
    fields = {name: _known(kind, name, hints[name], chance) for name in names if hints[name] != tuple[Any, ...]}
    if kind is HandSplit:
        fields["keeps"] = tuple([(who, at % 2) for who, at in fields["keeps"]])
    if kind is AmountEntered:
        fields["plays"] = ((fields["player"], _value(int, chance)),)
    return kind(**fields, **dict.fromkeys(set(names) - set(fields), ()))


def _known(kind: type, name: str, hint: Any, chance: Random) -> Any:
    known = KNOWN.get(f"{kind.__name__}.{name}") or (KNOWN.get(name) if hint is int else None)
    return chance.choice(known) if known else _value(hint, chance)


def main(file: Path) -> None:
    """Write them."""
    kept = {"recorded": {book: digests_of(book) for book in BOOKS}, "made": list(made())}
    file.write_bytes(gzip.compress(json.dumps(kept, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
