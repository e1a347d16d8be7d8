"""Random tables and wagers, as a script writes them."""

from random import Random
from typing import Any

from app.game.rules.ruleset import Ruleset

PLAYERS = ("ann", "bob", "cat", "dan")
BOXES = (1, 2, 3)
AMOUNTS = (1, 2_50, 5_00, 7_50, 10_00, 12_00, 12_50, 20_00, 25_00, 33_33, 50_00, 100_00, 600_00)
SIDES = (1, 3_00, 5_00, 7_50, 10_00, 60_00)
FORGETS = 0.12


def any_table(random: Random, rules: Ruleset) -> dict[str, Any]:
    """A [table] that the book allows, each key there or not."""
    table = rules.table
    maximum = random.choice((50_00, 100_00, 1000_00))
    fields: dict[str, Any] = {
        "decks": random.choice(table.decks),
        "minimum": random.choice((1, 5_00, 10_00)),
        "maximum": maximum,
        "increment": random.choice((2_50, 5_00)),
        "smallest_chip": random.choice((1, 50, 2_50, 5_00)),
        "hole_card": random.choice(table.hole_cards),
        "bettors_per_box": random.choice((2, 3)),
        "side_maximum": random.choice((5_00, 25_00)),
        "shuffler": random.choice(table.shufflers),
        "mid_shoe": random.choice(table.mid_shoe),
        "burn": random.random() < 0.5,
    }
    if table.may_limit_boxes_per_player:
        fields["boxes_per_player"] = random.choice((1, 2, 7))
    if table.may_restrict_players:
        fields["restricted"] = ["cat"]
    if table.may_raise_a_box_maximum:
        fields["box_maximum"] = {"2": maximum * 2}
    if "reader" in table.hole_cards:
        fields["reader_visible"] = random.random() < 0.5
    return {key: value for key, value in fields.items() if random.random() < 0.5 and _fits(key, value, rules)}


def _fits(key: str, value: Any, rules: Ruleset) -> bool:
    """A burn is the house's to choose in some books only."""
    return key != "burn" or not value or rules.deal.burn == "optional"


def any_wagers(random: Random, rules: Ruleset) -> list[dict[str, Any]]:
    """Some wagers, a few of which no book accepts."""
    places = [(box, player) for box in BOXES for player in PLAYERS]
    chosen = sorted(random.sample(places, random.choice((1, 1, 2, 3, 4, 5))))
    return [_wager(random, rules, box, player) for box, player in chosen]


def _wager(random: Random, rules: Ruleset, box: int, player: str) -> dict[str, Any]:
    entry: dict[str, Any] = {"box": box, "player": player}
    if random.random() < FORGETS:
        entry["missing"] = True
    elif random.random() > FORGETS:
        entry["main"] = random.choice(AMOUNTS)
    entry |= {kind: random.choice(SIDES) for kind in rules.side_bets if random.random() < 0.5}
    if random.random() < FORGETS:
        entry["noticed"] = False
    if random.random() < FORGETS:
        entry["seated"] = random.random() < 0.5
    return entry if {"main", "missing", *rules.side_bets} & set(entry) else entry | {"main": 10_00}


def script_text(script: dict[str, Any]) -> str:
    """The script as a TOML file."""
    lines = [f'ruleset = "{script["ruleset"]}"', *_play(script["play"]), "", "[table]"]
    lines += [f"{key} = {_toml(value)}" for key, value in script["table"].items()]
    for round_ in script.get("earlier", ()):
        lines += ["", "[[earlier]]", *_play(round_["play"])]
        for wager in round_["wager"]:
            lines += ["", "[[earlier.wager]]", *[f"{key} = {_toml(value)}" for key, value in wager.items()]]
    for wager in script["wager"]:
        lines += ["", "[[wager]]", *[f"{key} = {_toml(value)}" for key, value in wager.items()]]
    return "\n".join(lines) + "\n"


def _play(lines: list[str]) -> list[str]:
    return ['play = """', *lines, '"""']


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join([f"{key} = {_toml(each)}" for key, each in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([_toml(each) for each in value]) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)
