"""Reading a round script into plain lists."""

from dataclasses import dataclass
from typing import Any

from .errors import NotCovered, Refused

SIDE_BETS = ["perfect_pairs", "player_pair", "bonus", "match_super_bonus"]
WORDS = [
    "cards",
    "hole",
    "peek",
    "insure",
    "surrender",
    "hit",
    "stand",
    "double",
    "split",
    "rescue",
    "proceed",
    "faceup",
    "short",
    "interrupt",
    "together",
    "error_down",
    "report",
    "resolve",
    "void",
    "correct",
    "undo",
    "bet",
]


@dataclass
class Action:
    line: int
    word: str
    rest: list[str]


@dataclass
class Wager:
    number: int
    box: int
    player: str
    main: int  # cents; 0 when the row has side bets only
    sides: dict[str, int]
    seated: bool | None  # None: not said
    noticed: bool
    unknown: bool = False  # a main wager lies there, and nobody ever said how much it is

    @property
    def has_main(self) -> bool:
        return self.main > 0 or self.unknown


@dataclass
class TableKeys:
    decks: int
    minimum: int | None
    maximum: int | None
    player_maximum: int | None
    increment: int | None
    smallest_chip: int | None
    hole_card: str
    continuous: bool  # ACT 19
    reader_visible: bool  # MA 15(l)
    side_maximum: int | None = None
    boxes_per_player: int | None = None


def read_play(text: str, words_allowed: list[str]) -> list[Action]:
    actions: list[Action] = []
    for line, raw in enumerate(text.split("\n"), start=1):
        words = raw.split("#")[0].split()
        if not words:
            continue
        if words[0] not in words_allowed:
            raise Refused(line, f"unknown word {words[0]}")
        actions.append(Action(line, words[0], words[1:]))
    return actions


def read_number(line: int, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused(line, f"not a number: {text}") from None


def read_table(keys: dict[str, Any]) -> TableKeys:
    if keys.get("tournament"):
        raise NotCovered("tournament")
    return TableKeys(
        decks=keys.get("decks", 8),
        minimum=keys.get("minimum"),
        maximum=keys.get("maximum"),
        player_maximum=keys.get("player_maximum"),
        increment=keys.get("increment"),
        smallest_chip=keys.get("smallest_chip"),
        hole_card=keys.get("hole_card", "none"),
        continuous=keys.get("shuffler") == "continuous",
        reader_visible=keys.get("reader_visible", False),
        side_maximum=keys.get("side_maximum"),
        boxes_per_player=keys.get("boxes_per_player"),
    )


def read_wagers(rows: list[dict[str, Any]], allowed_sides: list[str]) -> list[Wager]:
    wagers: list[Wager] = []
    for number, row in enumerate(rows, start=1):
        wagers.append(read_wager(number, row, allowed_sides))
    return wagers


def amounts_that_came_late(rows: list[dict[str, Any]], play: str) -> list[dict[str, Any]]:
    """A wager lay there all the time: the line that says how much it is may as well have stood above. Of which that was
    never said, its bettor had it back before anything hung on it."""
    known = [dict(row) for row in rows]
    for raw in play.split("\n"):
        words = raw.split("#")[0].split()
        if not words or words[0] != "bet":
            continue
        for row in known:
            if row.get("missing") and (str(row["box"]), row["player"]) == (words[1], words[2]):
                row["main"] = read_number(0, words[3].removeprefix("main="))
                row["noticed"] = row.get("noticed", True) and words[-1] != "unnoticed"
    return known


def read_wager(number: int, row: dict[str, Any], allowed_sides: list[str]) -> Wager:
    if row.get("bonus_spin"):
        raise NotCovered("bonus_spin")
    if not isinstance(row.get("box"), int) or not isinstance(row.get("player"), str):
        raise Refused(0, f"wager {number}: box and player are needed")
    sides: dict[str, int] = {}
    for name in SIDE_BETS:
        if not row.get(name):
            continue
        if name not in allowed_sides:
            raise Refused(0, f"wager {number}: this book has no {name}")
        sides[name] = row[name]
    main = row.get("main", 0)
    for amount in [main, *sides.values()]:
        if not isinstance(amount, int) or amount < 0:
            raise Refused(0, f"wager {number}: an amount is not in cents")
    unknown = main == 0 and bool(row.get("missing"))
    if main == 0 and not sides and not unknown:
        raise Refused(0, f"wager {number}: nothing is wagered")
    return Wager(
        number=number,
        box=row["box"],
        player=row["player"],
        main=main,
        sides=sides,
        seated=row.get("seated"),
        noticed=row.get("noticed", True),
        unknown=unknown,
    )
