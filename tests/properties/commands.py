"""Commands of every kind with any arguments, most of them nonsense."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

from app.game import commands as c
from app.game.core.cards import DECK, Card
from app.game.core.records import fields_of, replace
from app.game.core.seals import Opened, seal
from app.game.core.state import LaidBy, RoundRecord, Source, Table, TableConfig
from app.game.events import CardDiscarded
from app.game.registry import COMMANDS
from app.game.rules.ruleset import IRREGULARITIES
from app.game.subjects.remedies.round_replay import acts_of

NUMBERS = (-5, 0, 1, 2, 3, 7, 8, 13, 48, 100, 250, 500, 1000, 2500, 10**13)
TEXTS = ("ann", "bob", "cat", "", "nobody", "main", "perfect_pairs", "bonus", "wash", "inspect", "dealer", "red", "K♦")
CARDS = (*DECK[::7], "TS", "XX", "K♦", "")
CHOICES = (
    "discard", "use_as_next", "choose", "remove", "reconstruct", "continue", "void_hand", "dead_hand", "late_card",
    "take_back", "void_round", "void_earlier", "accept", "enter_card", "same_card", "another_card", "taken_back",
    "as_told",
    "nonsense", "",
)  # fmt: skip
SCOPES = ("round", "hand", "wager", "earlier", "nonsense")
CORRECTIONS = ("stood", "hit", "nonsense")
SOURCES = (*get_args(Source), "nonsense")
# What may lie under a seal that somebody sends, mostly a card.
UNDER_SEALS = {seal(opened): opened for opened in [Opened(Card(card), bytes(16)) for card in (*DECK[::7], "TS")]}
SEALS = (*UNDER_SEALS, "", "nonsense")
REASONS = ("other", "fraud", "no_main", "foreign_card", "interruption", "nonsense", "")


def any_command(random: Random, table: Table) -> c.Command:
    """A command of a random kind."""
    command: c.Command = _any(random, random.choice(tuple(COMMANDS)), table)
    return command


def _any(random: Random, kind: type, table: Table) -> Any:
    return kind(**{name: _value(random, kind, name, hint, table) for name, hint in _fields(kind)})


@cache
def _fields(kind: type) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(field.name, hints[field.name]) for field in fields_of(kind)]


def _remedy(random: Random, table: Table) -> c.Void | c.Reconstruct:
    remedy: c.Void | c.Reconstruct = _any(random, random.choice((c.Void, c.Reconstruct)), table)
    return remedy


def _record(random: Random, table: Table) -> RoundRecord | None:
    """The record of the round on the table as one of another number; mostly none."""
    if table.opening is None or random.random() < 0.7:
        return None
    return RoundRecord(random.choice(NUMBERS), table.opening, table.record)


def _acts(random: Random, table: Table) -> tuple[Any, ...]:
    """Acts of any kind: of the record, commands, events, and what is neither."""
    others: list[Any] = [any_command(random, table) for _ in range(random.randint(0, 3))]
    others += [CardDiscarded(DECK[0], ""), c.Void("round", ""), "nonsense", None]
    acts = [*acts_of(table.record)] if random.random() < 0.7 else []
    for _ in range(random.randint(0, 2)):
        acts.insert(random.randint(0, len(acts)), random.choice(others))
    return tuple(acts)


def _by(random: Random, kind: type) -> str | tuple[str, str]:
    """Who did it, or who sign for it."""
    return random.choice(TEXTS) if kind in (c.DoStep, c.SignRemedy) else (random.choice(TEXTS), random.choice(TEXTS))


def _hands(random: Random) -> tuple[tuple[int, int | None], ...]:
    return tuple((random.choice(NUMBERS), random.choice((None, *NUMBERS))) for _ in range(random.randint(0, 2)))


def _corrected(random: Random) -> tuple[tuple[Card | None, Card | None], ...]:
    some: Any = (None, *CARDS)
    return tuple([(random.choice(some), random.choice(some)) for _ in range(random.randint(0, 2))])


def _value(random: Random, kind: type, name: str, hint: Any, table: Table) -> Any:
    named: dict[str, Callable[[], Any]] = {
        "config": lambda: _config(random, table.config),
        "reason": lambda: random.choice(get_args(c.ShuffleReason) if kind is c.OrderShuffle else REASONS),
        "remedy": lambda: _remedy(random, table),
        "record": lambda: _record(random, table),
        "acts": lambda: _acts(random, table),
        "hands": lambda: _hands(random),
        "corrected": lambda: _corrected(random),
        "entries": lambda: tuple([LaidBy(random.choice(SEALS)) for _ in range(random.randint(0, 2))]),
        "number": lambda: random.choice(NUMBERS),
        "irregularity": lambda: random.choice((*IRREGULARITIES, *TEXTS)),
        "choice": lambda: random.choice(CHOICES),
        "by": lambda: _by(random, kind),
        "ruleset": lambda: None,
        "scope": lambda: random.choice(SCOPES),
        "correction": lambda: random.choice(CORRECTIONS),
        "commitment": lambda: random.choice(SEALS),
        "source": lambda: random.choice(SOURCES),
        "then": lambda: random.choice((None, any_command(random, table), "nonsense")),
    }
    if name in named:
        return named[name]()
    if name in ("amounts", "keeps"):
        pairs = tuple((random.choice(TEXTS), random.choice(NUMBERS)) for _ in range(random.randint(0, 3)))
        return None if name == "amounts" and random.random() < 0.5 else pairs
    if name == "opened":
        cards = tuple(_opened(random) for _ in range(random.randint(0, 3)))
        return cards if kind in (c.TurnUpBox, c.Resolve) else _opened(random)
    return _plain(random, name, hint)


def _plain(random: Random, name: str, hint: Any) -> Any:
    if name in ("card", "was", "first", "second"):
        return random.choice(CARDS)
    if type(None) in get_args(hint) and random.random() < 0.4:
        return None
    of_kind: dict[str, Callable[[], Any]] = {
        "int": lambda: random.choice(NUMBERS),
        "bool": lambda: random.random() < 0.5,
    }
    name_of = "int" if "int" in str(hint) else "bool" if "bool" in str(hint) else "str"
    return of_kind.get(name_of, lambda: random.choice(TEXTS))()


def _opened(random: Random) -> Opened:
    return Opened(random.choice(CARDS), random.choice((bytes(16), bytes(3), b"")))  # type: ignore[arg-type]


def _config(random: Random, config: TableConfig) -> TableConfig:
    change = random.choice(("decks", "boxes", "minimum_cents", "maximum_cents", "bettors_per_box", "boxes_per_player"))
    changes: dict[str, Any] = {change: random.choice(NUMBERS)}
    return replace(config, **changes)
