"""Round scripts as tests: what a script's [expect] says against what the engine gives."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from app.game.rules.ruleset import Ruleset
from app.roundscript.read import Script, read_script
from app.roundscript.result import result_of, short_line, short_question
from app.roundscript.runner import run_script

FOLDER = Path(__file__).parent
# The books as earlier versions kept them.
EDITIONS = FOLDER / "editions"
EXPECT_KEYS = {
    "clauses", "settlements", "net", "phase", "hands", "dealer", "awaiting", "irregularities", "prompts", "error",
    "difference", "amended",
}  # fmt: skip


def script_files(ruleset_id: str = "*") -> list[Path]:
    """All round scripts of a book, or of all books."""
    return sorted([path for path in FOLDER.glob(f"{ruleset_id}/*.toml") if path.parent != EDITIONS])


@cache
def script_at(path: Path) -> Script:
    """The script in the file."""
    return read_script(path.read_text("utf-8"))


def result_under(script: Script, rules: Ruleset) -> dict[str, Any]:
    """What the engine makes of the script under these rules, as it would be printed."""
    result: dict[str, Any] = json.loads(json.dumps(result_of(run_script(script, rules), rules)))
    return result


def expected(script: Script) -> dict[str, Any]:
    """What the script's writer expects, in the form of `seen`."""
    expect = dict(script.expect)
    assert set(expect) <= EXPECT_KEYS, f"unknown keys in [expect]: {set(expect) - EXPECT_KEYS}"
    assert expect.pop("clauses"), "a script names the clauses that it shows"
    assert expect, "a script expects something"
    if "error" not in expect:
        expect.setdefault("phase", "complete")
    if "settlements" in expect:
        expect["settlements"] = sorted(_settlement(line) for line in expect["settlements"].split("\n") if _words(line))
    for key in ("awaiting", "irregularities", "prompts"):
        if key in expect:
            expect[key] = sorted(expect[key])
    return expect


def _irregularities(result: dict[str, Any], wanted: list[str]) -> list[str]:
    """In the long form, or as codes where the writer gives no more than that."""
    found = [" ".join(filter(None, (i["code"], i["choice"], i["clause"]))) for i in result.get("irregularities", [])]
    return sorted(each if each in wanted or each.split()[0] not in wanted else each.split()[0] for each in found)


def _words(line: str) -> list[str]:
    return line.split("#")[0].split()


def _settlement(line: str) -> str:
    words = _words(line)
    assert len(words) == 8, f"a settlement line has eight words: {line!r}"
    words[3], words[6] = str(int(words[3])), f"{int(words[6]):+d}"
    return " ".join(words)


def seen(result: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The result, as far as the writer expects something of it."""
    keys = set(wanted)
    error = result.get("error", {})
    everything = {
        "phase": result.get("phase"),
        "error": {key: value for key, value in error.items() if key not in ("message", "line") or key == "line"},
        "settlements": sorted(short_line(line) for line in result.get("settlements", [])),
        "net": result.get("net"),
        "hands": [f"{h['box']}.{h['hand']} {' '.join(h['cards'])}" for h in result.get("hands", [])],
        "dealer": " ".join(result.get("dealer", {}).get("cards", [])),
        "awaiting": sorted(short_question(question) for question in result["awaiting"]),
        "prompts": sorted(each["code"] for each in result.get("prompts", [])),
        "irregularities": _irregularities(result, wanted.get("irregularities", [])),
        "difference": result.get("reconstruction", {}).get("difference"),
        "amended": [f"{each['round']} {each['what']} {each['clause']}" for each in result.get("amended", [])],
    }
    if "error" in result:
        return {key: everything[key] for key in {"error", *keys}}
    return {key: everything[key] for key in keys}


def differences(script: Script, rules: Ruleset) -> tuple[dict[str, Any], dict[str, Any]]:
    """Expected and seen; equal when the script holds."""
    wanted = expected(script)
    found = seen(result_under(script, rules), wanted)
    if "error" in wanted and "error" in found:
        found["error"] = {key: value for key, value in found["error"].items() if key in wanted["error"]}
    return wanted, found
