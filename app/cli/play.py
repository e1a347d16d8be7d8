"""`tablekeeper play FILE`: a round script through the game core alone, with no database, device or network."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from app.books.rulebook import BadRuleset, load_ruleset
from app.cli.endings import REFUSED
from app.roundscript.read import BadScript, read_script
from app.roundscript.result import result_of
from app.roundscript.runner import run_script

LARGEST_SCRIPT_BYTES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = (
        "Runs a round script through the game core, with no database, device or network, and prints the result as"
        " JSON. Exit status 0; 2 when the rules refuse a line or the file cannot be read."
    )
    parser.add_argument("file", metavar="FILE", help="a round script (see docs/round-script.md); - for standard input")
    parser.set_defaults(run=_play)


def _play(options: argparse.Namespace) -> int:
    try:
        script = read_script(_text(options.file))
        rules = load_ruleset(script.ruleset)
    except BadScript as bad:
        return _print(_unreadable(bad.line, bad.message))
    except BadRuleset as bad:
        return _print(_unreadable(None, str(bad)))
    return _print(result_of(run_script(script, rules), rules))


def _text(file: str) -> str:
    try:
        data = _standard_input() if file == "-" else _file(file)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise BadScript(f"cannot read {file!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadScript(f"cannot read {file!r}: it is not UTF-8 text; save it as UTF-8") from error


def _file(file: str) -> bytes:
    with Path(file).open("rb") as stream:
        return _within_limit(stream.read(LARGEST_SCRIPT_BYTES + 1))


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise BadScript("cannot read standard input: it is closed")
    return _within_limit(sys.stdin.buffer.read(LARGEST_SCRIPT_BYTES + 1))


def _within_limit(data: bytes) -> bytes:
    if len(data) > LARGEST_SCRIPT_BYTES:
        raise BadScript(f"a script has at most {LARGEST_SCRIPT_BYTES} bytes")
    return data


def _unreadable(line: int | None, message: str) -> dict[str, Any]:
    return {"error": {"line": line, "code": "bad_script", "message": message}}


def _print(result: dict[str, Any]) -> int:
    print(json.dumps(result, indent=1))
    return REFUSED if "error" in result else 0
