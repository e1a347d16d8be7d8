"""From the text of a script to its parts, every key checked; what makes no sense is a BadScript."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from app.game.core.state import TableConfig
from app.game.subjects.settlement.sidebets import SIDE_BETS
from app.printable import Unprintable, printable

TOP_KEYS = {"ruleset", "play", "shoe", "table", "wager", "earlier", "reconstruct", "expect"}
ROUND_KEYS = {"play", "shoe", "wager"}
WAGER_TYPES = {
    "box": int,
    "player": str,
    "seated": bool,
    "noticed": bool,
    "consent": bool,
    "missing": bool,
    "main": int,
} | dict.fromkeys(SIDE_BETS, int)
TABLE_TYPES = {
    "decks": int,
    "boxes": int,
    "minimum": int,
    "maximum": int,
    "player_maximum": int,
    "increment": int,
    "smallest_chip": int,
    "hole_card": str,
    "bettors_per_box": int,
    "boxes_per_player": int,
    "mid_shoe": str,
    "full_table": bool,
    "side_bets": list,
    "side_minimum": int,
    "side_maximum": int,
    "box_maximum": dict,
    "restricted": list,
    "shuffler": str,
    "cut_cards": int,
    "burn": bool,
    "dealer_cuts": bool,
    "reader_visible": bool,
    "single_signature": list,
}
IN_CENTS = ("minimum", "maximum", "player_maximum", "increment", "smallest_chip", "side_minimum", "side_maximum")
LARGEST = 10**12
NAMES = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}


def meant(word: str, known: Iterable[str]) -> str:
    """ "did you mean", if one of the known words is close."""
    close = get_close_matches(word, list(known), 1)
    return f": did you mean {close[0]}?" if close else ""


class BadScript(Exception):
    """A script that cannot be read; the line, where one is known, is the file's."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@dataclass(frozen=True, slots=True)
class ScriptWager:
    """One [[wager]]."""

    box: int
    player: str
    seated: bool
    main: int | None
    sides: tuple[tuple[str, int], ...]
    noticed: bool
    consent: bool
    missing: bool = False

    @property
    def has_main(self) -> bool:
        """Whether a main wager lies there, its amount known or not."""
        return self.main is not None or self.missing


@dataclass(frozen=True, slots=True)
class ScriptRound:
    """One round: what was done with the cards before it, the wagers, and the play."""

    shoe: tuple[str, ...] | None
    wagers: tuple[ScriptWager, ...]
    play: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScriptReconstruction:
    """The round as it should have been, and why; `earlier`: it is an earlier round, counted from 1."""

    reason: str
    play: tuple[str, ...]
    earlier: int | None


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script."""

    ruleset: str
    config: dict[str, Any]
    earlier: tuple[ScriptRound, ...]
    round: ScriptRound
    reconstruct: ScriptReconstruction | None = None
    expect: dict[str, Any] = field(default_factory=dict)


def read_script(text: str) -> Script:
    """The script that this text is."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadScript(f"not TOML: {error}", _line_of(str(error))) from error
    except (ValueError, RecursionError) as error:
        raise BadScript("not a script: a number too long, or tables too deep") from error
    _known("the script", data, TOP_KEYS)
    ruleset = _get("the script", data, "ruleset", str)
    if ruleset is None:
        raise BadScript('no `ruleset = "..."` stands in the file' if data else "the file is empty")
    earlier = [
        _round(f"earlier {number}", each, ROUND_KEYS)
        for number, each in enumerate(_tables("the script", data, "earlier"), 1)
    ]
    return Script(
        ruleset,
        _config(_get("the script", data, "table", dict) or {}),
        tuple(earlier),
        _round("the script", data, TOP_KEYS),
        _reconstruction(_get("the script", data, "reconstruct", dict)),
        _get("the script", data, "expect", dict) or {},
    )


def _line_of(message: str) -> int | None:
    found = re.search(r"line (\d+)", message)
    return int(found.group(1)) if found else None


def _known(where: str, data: dict[str, Any], keys: set[str]) -> None:
    if unknown := sorted(set(data) - keys):
        raise BadScript(f"{where}: unknown key {unknown[0]}{meant(unknown[0], keys)}{_above(unknown[0])}")


def _above(key: str) -> str:
    return "; it stands above the first [table] or [[wager]]" if key in ("play", "shoe") else ""


def _get(where: str, data: dict[str, Any], key: str, kind: type) -> Any:
    """The value of a key, None if it is absent."""
    value = data.get(key)
    if value is not None and type(value) is not kind:
        raise BadScript(f"{where}: {key} is {NAMES[kind]}, not {_shown(value)}{_hint(key, kind, value)}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise BadScript(f"{where}: {key} is too large")
    return value


def _hint(key: str, kind: type, value: Any) -> str:
    """What was probably meant."""
    if kind is list and isinstance(value, dict):
        return f"; write [[{key}]], with double brackets"
    return "; amounts are whole cents, such as 10_00 for ten dollars" if kind is int and key != "box" else ""


def _shown(value: Any) -> str:
    """The value as a message can show it."""
    return type(value).__name__ if isinstance(value, int) and abs(value) > LARGEST else repr(value)[:40]


def _tables(where: str, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    tables = _get(where, data, key, list) or []
    if not all(isinstance(each, dict) for each in tables):
        raise BadScript(f"{where}: write {key} as [[{key}]]")
    return tables


def _round(where: str, data: dict[str, Any], keys: set[str]) -> ScriptRound:
    _known(where, data, keys)
    shoe = _get(where, data, "shoe", str)
    play = _get(where, data, "play", str)
    wagers: list[ScriptWager] = []
    for number, each in enumerate(_tables(where, data, "wager"), 1):
        wagers.append(_wager(f"{where}: wager {number}", each, wagers))
    if len({(wager.box, wager.player) for wager in wagers}) != len(wagers):
        raise BadScript(f"{where}: a bettor is listed once on a box")
    return ScriptRound(_lines(shoe), tuple(wagers), _lines(play) or ())


def _reconstruction(data: dict[str, Any] | None) -> ScriptReconstruction | None:
    if data is None:
        return None
    _known("reconstruct", data, {"reason", "play", "earlier"})
    reason, play = (_get("reconstruct", data, key, str) for key in ("reason", "play"))
    if not reason or play is None:
        raise BadScript("reconstruct: reason and play are needed")
    return ScriptReconstruction(_printed(reason), _lines(play) or (), _get("reconstruct", data, "earlier", int))


def _lines(text: str | None) -> tuple[str, ...] | None:
    """The lines without their comments; line numbers are kept."""
    return None if text is None else tuple(_printed(line.split("#")[0].strip()) for line in text.split("\n"))


def _printed(line: str) -> str:
    """The line, of which everything can be seen; a tab is a space."""
    try:
        return printable(line.replace("\t", " "))
    except Unprintable as error:
        raise BadScript(f"{line[:40]!r}: {error}") from error


def _wager(where: str, data: dict[str, Any], before: list[ScriptWager]) -> ScriptWager:
    _known(where, data, set(WAGER_TYPES))
    values = {key: _get(where, data, key, kind) for key, kind in WAGER_TYPES.items()}
    if values["box"] is None or values["player"] is None:
        raise BadScript(f"{where}: box and player are needed")
    if not re.fullmatch(r"[^\s#=]{1,40}", values["player"]):
        raise BadScript(f"{where}: a player's label is 1 to 40 characters without spaces, # and =")
    missing = values["missing"] is True
    if missing and values["main"] is not None:
        raise BadScript(f"{where}: a main wager has its amount, or it is missing")
    has_main = missing or values["main"] is not None
    first = all(each.box != values["box"] or not each.has_main for each in before) and has_main
    sides = tuple((name, values[name]) for name in data if name in SIDE_BETS)
    if not has_main and not sides:
        raise BadScript(f"{where}: nothing is wagered")
    return ScriptWager(
        values["box"],
        _printed(values["player"]),
        first if values["seated"] is None else values["seated"],
        values["main"],
        sides,
        values["noticed"] is not False,
        values["consent"] is not False,
        missing,
    )


def _config(data: dict[str, Any]) -> dict[str, Any]:
    """The fields of a TableConfig that the script sets."""
    _known("table", data, set(TABLE_TYPES))
    config: dict[str, Any] = {}
    for key, kind in TABLE_TYPES.items():
        value = _get("table", data, key, kind)
        if value is not None:
            config[f"{key}_cents" if key in IN_CENTS else key] = value
    for key in ("side_bets", "restricted", "single_signature"):
        if key in config:
            config[key] = _texts(key, config[key])
    if "box_maximum" in config:
        config["box_maximum_cents"] = _raised(config.pop("box_maximum"))
    return config


def _texts(key: str, values: list[Any]) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise BadScript(f"table: {key} is a list of texts")
    return tuple([_printed(value) for value in values])


def _raised(values: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    if not all(re.fullmatch("[0-9]{1,3}", box) and _is_amount(cents) for box, cents in values.items()):
        raise BadScript("table: box_maximum gives cents for box numbers")
    return tuple((int(box), cents) for box, cents in values.items())


def _is_amount(cents: Any) -> bool:
    return type(cents) is int and abs(cents) <= LARGEST


def table_config(fields: dict[str, Any], side_bets: tuple[str, ...]) -> TableConfig:
    """The table's configuration, with all of the book's side bets unless the script says otherwise."""
    return TableConfig(**({"side_bets": side_bets} | fields))
