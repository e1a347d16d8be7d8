"""One round under the engine and under the second settlement."""

from collections import Counter
from typing import Any

from app.game.rules.ruleset import Ruleset
from app.roundscript.report import line_json, net
from tests.agreement.features import FEATURES
from tests.agreement.rounds import RandomRound
from tests.second_settlement import settle

KEYS = ("box", "hand", "player", "wager", "stake", "outcome", "odds", "pays", "takes")


def played(rules: Ruleset, seed: int) -> RandomRound:
    """The random round of this seed."""
    return RandomRound(rules, seed).play()


def engine_says(round_: RandomRound) -> dict[str, Any]:
    """What the engine makes of the round."""
    table = round_.table
    assert table.round is not None
    return {
        "dealer": list(table.round.dealer),
        "settlements": _comparable([line_json(line) for line in table.round.lines]),
        "net": net(table.round),
    }


def second_says(round_: RandomRound) -> dict[str, Any]:
    """What the second settlement makes of it, without the lines of wagers of which nothing plays."""
    result = settle(round_.script())
    result["settlements"] = [line for line in result["settlements"] if line["stake"] or line["wager"] != "main"]
    return {
        "dealer": result["dealer"]["cards"],
        "settlements": _comparable(result["settlements"]),
        "net": result["net"],
    }


def _comparable(lines: list[dict[str, Any]]) -> list[str]:
    return sorted(" ".join(str(line[key]) for key in KEYS) for line in lines)


def count_features(round_: RandomRound, counts: Counter[str]) -> None:
    """Count what the round had in it."""
    counts.update(name for name, has in FEATURES.items() if has(round_.table))
