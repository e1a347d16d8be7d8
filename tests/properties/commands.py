"""Commands of every kind with any arguments, most of them nonsense."""

from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any, get_args, get_type_hints

from app.game import commands as c
from app.game.cards import DECK
from app.game.seals import Opened
from app.game.state import TableConfig

NUMBERS = (-5, 0, 1, 2, 3, 7, 8, 13, 48, 100, 250, 500, 1000, 2500, 10**13)
TEXTS = ("ann", "bob", "cat", "", "nobody", "main", "perfect_pairs", "bonus", "wash", "inspect", "dealer", "red", "K♦")
CARDS = (*DECK[::7], "TS", "XX", "K♦", "")


def any_command(random: Random, table: TableConfig) -> c.Command:
    """A command of a random kind."""
    kind = random.choice(get_args(c.Command))
    hints = get_type_hints(kind)
    arguments = {field.name: _value(random, kind, field.name, hints[field.name], table) for field in fields(kind)}
    command: c.Command = kind(**arguments)
    return command


def _value(random: Random, kind: type, name: str, hint: Any, config: TableConfig) -> Any:
    if name == "config":
        return _config(random, config)
    if name == "reason":
        return random.choice(get_args(c.ShuffleReason))
    if name in ("amounts", "keeps"):
        pairs = tuple((random.choice(TEXTS), random.choice(NUMBERS)) for _ in range(random.randint(0, 3)))
        return None if name == "amounts" and random.random() < 0.5 else pairs
    if name == "opened":
        cards = tuple(_opened(random) for _ in range(random.randint(0, 3)))
        return cards if kind is c.TurnUpBox else _opened(random)
    return _plain(random, name, hint)


def _plain(random: Random, name: str, hint: Any) -> Any:
    if name == "card":
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
    return config._replace(**changes)
