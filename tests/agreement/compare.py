"""One round under the engine and under the second settlement."""

from collections import Counter
from typing import Any

from app.game.core.results import net
from app.game.rules.ruleset import Ruleset
from app.roundscript.read import read_script
from app.roundscript.result import line_json, result_of
from app.roundscript.runner import run_script
from tests.agreement.errors import TroubledRound, random_round
from tests.agreement.features import ERRORS, FEATURES
from tests.agreement.rounds import RandomRound, script_text
from tests.second_settlement import settle

KEYS = ("box", "hand", "player", "wager", "stake", "outcome", "odds", "pays", "takes")


def played(rules: Ruleset, seed: int) -> RandomRound:
    """The random round of this seed."""
    return random_round(rules, seed, errors=True).play()


def engine_says(round_: RandomRound) -> dict[str, Any]:
    """What the engine makes of the round."""
    if isinstance(round_, TroubledRound):
        return _of_script(round_)
    table = round_.table
    assert table.round is not None
    return {
        "dealer": list(table.round.dealer),
        "settlements": _comparable([line_json(line) for line in table.round.lines]),
        "net": net(table.round),
    }


def _of_script(round_: TroubledRound) -> dict[str, Any]:
    """The script run from its text, as an operator would run it."""
    if round_.stuck:
        return {"refused": f"nothing gets the table on after {round_.lines[-1]}"}
    result = result_of(run_script(read_script(script_text(round_.script())), round_.rules), round_.rules)
    if "error" in result:
        return {"refused": result["error"]["message"]}
    return _with_errors(result, round_)


def _words(round_: RandomRound) -> set[str]:
    return {line.split()[0] for line in round_.lines}


def second_says(round_: RandomRound) -> dict[str, Any]:
    """What the second settlement makes of it."""
    result = settle(round_.script())
    if isinstance(round_, TroubledRound):
        return _with_errors(result, round_)
    return {"dealer": result["dealer"]["cards"], "settlements": _lines(result), "net": result["net"]}


def _lines(result: dict[str, Any]) -> list[str]:
    """Without the lines of wagers of which nothing plays."""
    return _comparable([line for line in result["settlements"] if line["stake"] or line["wager"] != "main"])


def _with_errors(result: dict[str, Any], round_: TroubledRound) -> dict[str, Any]:
    """A round that is not over has its cards, and what a reconstruction changed; the money of the rest is to come."""
    phase = result["phase"] if result["phase"] in ("complete", "void", "hold") else "in play"
    over = phase in ("complete", "void")
    lines = result["settlements"] if over else []
    mains = [line["outcome"] == "void" for line in lines if line["wager"] == "main"]
    all_void = bool(mains) and all(mains)
    return {
        "phase": phase,
        # A hole card that nothing hangs on any more may lie open or not, also one that was drawn unseen and became it.
        "dealer": [] if any(mains) or _words(round_) & {"hole", "peek"} else result["dealer"]["cards"],
        # Where all is void, a card may still lie ready that would have been somebody's.
        "hands": [] if phase == "void" or all_void else _hands(result),
        "settlements": _void_by_box([line for line in lines if line["stake"] or line["wager"] != "main"], round_),
        "net": result["net"] if over else {},
        "difference": result.get("reconstruction", {}).get("difference"),
    }


def _hands(result: dict[str, Any]) -> list[str]:
    return [f"{hand['box']}.{hand['hand']} {hand['cards']}" for hand in result["hands"] if hand["cards"]]


def _void_by_box(lines: list[dict[str, Any]], round_: TroubledRound) -> list[str]:
    """A void line says on which hand of the box the wager lay then; hands may be numbered otherwise by the end. What of
    the wager played while another's amount was still to come does not matter either: all of it goes back."""
    late = {each["box"] for each in round_.wagers if each.get("missing")}
    return _comparable([_void(line, late) if line["outcome"] == "void" else line for line in lines])


def _void(line: dict[str, Any], late: set[int]) -> dict[str, Any]:
    lay_there = line["wager"] == "main" and line["box"] in late
    return line | ({"hand": 0, "stake": 0} if lay_there else {"hand": 0})


def _comparable(lines: list[dict[str, Any]]) -> list[str]:
    return sorted(" ".join(str(line[key]) for key in KEYS) for line in lines)


def count_features(round_: RandomRound, counts: Counter[str]) -> None:
    """Count what the round had in it."""
    counts.update(name for name, has in FEATURES.items() if has(round_.table))
    if isinstance(round_, TroubledRound):
        counts.update(name for name, has in ERRORS.items() if has(round_))
