"""`tablekeeper play` and `tablekeeper rules` as their user meets them: exit status, JSON, nothing on standard error.

Where the process itself matters (signals, pipes, a full disk) it is a real one; all else runs in this process.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.roundscript.read import read_script
from tests.command_line import run, run_process
from tests.rules.expectations import differences

ROOT = Path(__file__).parents[2]
GOOD = """ruleset = "nz-division-15"
play = "cards 9C 9S 9D"
[[wager]]
box = 1
player = "ann"
main = 1000
"""


WAGER = '[[wager]]\nbox = 1\nplayer = "ann"\nmain = 1000\n'


def script(play: str, table: str = "", wager: str = WAGER, head: str = "") -> str:
    return f'ruleset = "nz-division-15"\n{head}play = """\n{play}\n"""\n[table]\n{table}\n{wager}'


def played(text: str | bytes) -> tuple[int, dict[str, Any]]:
    """Exit status and JSON of a script on standard input; never a word on standard error."""
    done = run("play", "-", typed=text)
    assert done.stderr == ""
    result: dict[str, Any] = json.loads(done.stdout)
    return done.returncode, result


@pytest.mark.parametrize("text", [GOOD.encode(), script("splitt 1").encode(), b"\xff\xfe"])
def test_a_process_gives_what_is_given_here(text: bytes) -> None:
    done, here = run_process("play", "-", typed=text), run("play", "-", typed=text)
    assert (done.returncode, done.stdout, done.stderr) == (here.returncode, here.stdout, here.stderr)


def test_help_explains_each_command() -> None:
    text = run_process("--help").stdout
    assert "play" in text
    assert "rules" in text
    assert "round-script.md" in run_process("play", "--help").stdout


def test_the_example_of_the_format_page_gives_its_result() -> None:
    page = (ROOT / "docs" / "round-script.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    status, result = played(example)
    assert status == 0
    assert result["phase"] == "complete"
    assert result["awaiting"] == []
    assert result["net"] == {"ann": 3500, "bob": 0}
    assert [line["clause"] for line in result["settlements"]] == ["11.2A", "12.5", "12.6", "5.1(g)", "5.1(g)"]
    assert result["settlements"][1] == {
        "box": 1, "hand": 1, "player": "ann", "wager": "main", "stake": 2000, "outcome": "win", "odds": "1:1",
        "pays": 2000, "takes": 0, "clause": "12.5",
    }  # fmt: skip
    assert result["hands"][0] == {
        "box": 1, "hand": 1, "cards": ["8S", "3C", "QH"], "down": 0, "total": 21, "soft": False, "doubled": True,
        "state": "settled",
    }  # fmt: skip
    assert result["dealer"] == {"cards": ["6H", "KD", "5C"], "total": 21, "soft": False, "hole": False}


def test_the_expectation_on_the_format_page_holds() -> None:
    page = (ROOT / "docs" / "round-script.md").read_text("utf-8")
    examples = [part.split("```")[0] for part in page.split("```toml\n")[1:]]
    script = read_script(examples[0] + examples[4])
    wanted, found = differences(script, load_ruleset(script.ruleset))
    assert found == wanted


def test_the_example_of_an_evening_gives_its_result() -> None:
    page = (ROOT / "docs" / "round-script.md").read_text("utf-8")
    status, result = played(page.split("```toml\n")[4].split("```")[0])
    assert (status, result["phase"], result["net"]) == (0, "complete", {"ann": 1000})


def test_the_example_of_a_missed_card_gives_what_it_says() -> None:
    page = (ROOT / "docs" / "round-script.md").read_text("utf-8")
    _, result = played(page.split("```toml\n")[2].split("```")[0])
    assert [hand["total"] for hand in result["hands"]] == [25, 17]
    assert (result["dealer"]["total"], result["net"]) == (18, {"ann": -1000, "bob": -1000})
    assert [(each["choice"], each["clause"]) for each in result["irregularities"]] == [("late_card", "15(h)")]


def test_the_example_of_a_reconstruction_gives_what_it_says() -> None:
    page = (ROOT / "docs" / "round-script.md").read_text("utf-8")
    _, result = played(page.split("```toml\n")[3].split("```")[0])
    assert [hand["total"] for hand in result["hands"]] == [24, 17]
    assert [each["question"] for each in result["awaiting"]] == ["card"]
    assert sum(result["reconstruction"]["difference"].values()) == 0
    assert result["reconstruction"]["difference"]["1 ann"] == -2000


def test_the_example_of_the_readme_gives_what_it_says() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    _, result = played(page.split("```toml\n")[1].split("```")[0])
    assert f"here ann nets {result['net']['ann']}" in page


def test_a_card_that_holds_the_table_is_named_and_stays() -> None:
    status, result = played(script("cards 9C 9S 9D\nstand 1\ncards 8D 2H 3H"))
    assert (status, result["error"]["code"], result["error"]["line"]) == (2, "table_holds", 3)
    unresolved = {"code": "card_not_awaited", "phase": "complete", "card": "2H", "choice": None, "clause": None}
    assert result["irregularities"] == [unresolved]
    assert "2H" in result["error"]["message"]


def test_an_earlier_round_that_ends_in_a_hold_says_so() -> None:
    earlier = '[[earlier]]\nplay = "cards TS"\n[[earlier.wager]]\nbox = 1\nplayer = "ann"\nmain = 1000\n'
    _, result = played(script("cards 9S", wager=WAGER + earlier))
    assert (result["error"]["earlier"], "TS" in result["error"]["message"]) == (1, True)


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    assert played(b"\xef\xbb\xbf" + GOOD.encode())[0] == 0


def test_a_file_that_is_too_long_is_refused() -> None:
    status, result = played(GOOD + "# " + "x" * 1_000_000)
    assert (status, result["error"]["code"]) == (2, "bad_script")


def test_a_full_disk_is_no_traceback() -> None:
    command = f"{sys.executable} -m app rules > /dev/full"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=60, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert b"cannot write" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_interrupt_is_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "play", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        wait_until_reading(process.pid)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert errors == b""


def wait_until_reading(pid: int) -> None:
    """Until the process sleeps in a read of its standard input."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        fields = Path(f"/proc/{pid}/syscall").read_text("ascii").split()
        if fields[:2] == ["0", "0x0"]:
            return
        time.sleep(0.01)
    raise AssertionError("the process never read its input")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (script("splitt 1"), "did you mean split?"),
        (script("cards 10C"), "9S or KH"),
        (script("stand 1.5"), "10_00"),
        (script("shoe shufle"), "did you mean shuffle?"),
        (script("bet 1 ann mian=5"), "did you mean"),
        (GOOD.replace("player", "playr"), "did you mean player?"),
        (GOOD.replace("[[wager]]", "[wager]"), "double brackets"),
        (GOOD.replace("main = 1000", "main = 10.00"), "whole cents"),
        (GOOD.replace('"ann"', '"ann lee"'), "without spaces"),
        (GOOD + "play = 'x'\n", "above the first"),
        ("# nothing\n", "empty"),
    ],
)
def test_a_mistake_that_people_make_gets_a_hint(text: str, hint: str) -> None:
    assert hint in played(text)[1]["error"]["message"]


def test_a_script_that_stops_says_what_is_open() -> None:
    status, result = played(GOOD)
    assert (status, result["phase"]) == (0, "play")
    assert [question["question"] for question in result["awaiting"]] == ["decide"]


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "round one.toml"
    file.write_text(GOOD, "utf-8")
    assert run_process("play", str(file)).returncode == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run("play", str(tmp_path / "none.toml"))
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad_script"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"\xff\xfe", None),
        ("", None),
        ("ruleset = 5", None),
        ('ruleset = "no such book"', None),
        ("ruleset = \n", 1),
        (GOOD + "extra = 1\n", None),
        ('ruleset = "nz-division-15"\nextra = 1', None),
        (script("", table="decks = 'eight'"), None),
        (script("", table="decks = true"), None),
        (script("", table="smallest = 5"), None),
        (script("", table="restricted = [1]"), None),
        (script("", table="box_maximum = {a = 5}"), None),
        (script("", table="box_maximum = {3 = 'x'}"), None),
        (script("", table=f"maximum = {'9' * 40}"), None),
        (script("", table=f"maximum = {'9' * 5000}"), None),
        (script("", table=f"maximum = 0x{'f' * 5000}"), None),
        (script("", wager="[[wager]]\nbox = 1\n"), None),
        (script("", wager='[[wager]]\nbox = 1\nplayer = "ann"\n'), None),
        (script("", wager='[[wager]]\nbox = "1"\nplayer = "ann"\nmain = 5\n'), None),
        (script("", wager=WAGER + WAGER), None),
        (script("", wager="wager = 5"), None),
        (script("", wager="wager = [5]"), None),
        ("x = " + "[" * 5000, None),
        (script("deal 9C"), 1),
        (script("cards"), 1),
        (script("cards 9C 1S"), 1),
        (script("cards 9C XX"), 1),
        (script("stand"), 1),
        (script("stand one"), 1),
        (script("stand _1"), 1),
        (script("stand 1__0"), 1),
        (script("stand " + "9" * 5000), 1),
        (script("stand \u0661"), 1),
        (script("stand 1 2"), 1),
        (script("proceed now"), 1),
        (script("peek 1"), 1),
        (script("double"), 1),
        (script("double 1 ann"), 1),
        (script("double 1 ann=x"), 1),
        (script("double 1 ann=1 ann=2"), 1),
        (script("split"), 1),
        (script("split 1 bob=third"), 1),
        (script("bet 1 ann"), 1),
        (script("bet 1 ann perfekt=5"), 1),
        (script("bet 1 ann main=5 main=6"), 1),
        (script("shoe"), 1),
        (script("shoe juggle"), 1),
        (script("shoe order_shuffle boredom"), 1),
        (script("shoe wash twice"), 1),
        (script("\n\nreport something"), 3),
    ],
)
def test_what_makes_no_sense_is_named_and_never_a_traceback(text: str | bytes, line: int | None) -> None:
    status, result = played(text)
    assert status == 2
    assert result["error"]["code"] == "bad_script"
    assert result["error"]["message"]
    assert result["error"].get("line") == line


def test_an_earlier_round_has_to_be_played_to_its_end() -> None:
    earlier = '[[earlier]]\nplay = "cards 9C"\n[[earlier.wager]]\nbox = 1\nplayer = "ann"\nmain = 1000\n'
    status, result = played(script("cards 9S", wager=WAGER + earlier))
    assert (status, result["error"]["code"], result["error"]["earlier"]) == (2, "bad_script", 1)


def test_a_line_refused_in_its_middle_changes_nothing() -> None:
    _, whole = played(script("", wager=""))
    status, result = played(script("bet 1 ann main=1000 perfect_pairs=0", wager=""))
    assert status == 2
    assert result["awaiting"] == whole["awaiting"]


def test_nobody_reading_is_no_traceback() -> None:
    command = f"{sys.executable} -m app rules nz-division-15 | head -1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=60, cwd=ROOT, check=True)
    assert done.stderr == b""
    assert done.stdout == b"New Zealand Pontoon, Division 15\n"


def test_closed_standard_input_is_no_traceback() -> None:
    command = f"{sys.executable} -m app play - <&-"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, timeout=60, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (2, b"")


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_rules_shows_a_book(ruleset_id: str) -> None:
    done = run("rules", ruleset_id)
    assert done.returncode == 0
    assert f"id {ruleset_id}, hash " in done.stdout


def test_rules_lists_the_books_and_refuses_others() -> None:
    assert all(ruleset_id in run_process("rules").stdout for ruleset_id in ruleset_ids())
    done = run_process("rules", "chess")
    assert done.returncode == 2
    assert "nz-division-15" in done.stderr
