"""Sides that are asked in turn, on the tree as it is and on an earlier one, and the loop over the same events."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from app.books.rulebook import load_ruleset
from app.store.codec import encode
from tests.bench.before import ROOT, NoEarlierTreeError, Tree, complete, differing, earlier, unpack
from tests.bench.core import Player
from tests.bench.event_loop import played_again, points
from tests.bench.load import Run, highest
from tests.bench.poker_hands import HAND, hands_from
from tests.bench.side import Side, SideEndedError, in_turn


def test_every_side_has_a_turn_in_every_repeat_and_none_is_always_first() -> None:
    orders = [in_turn(["now", "before", "floor"], repeat) for repeat in range(6)]
    assert all(sorted(order) == ["before", "floor", "now"] for order in orders)
    assert [order[0] for order in orders] == ["now", "before", "floor"] * 2


def held_up_to(most: int) -> Callable[[int], Run]:
    return lambda rate: Run(rate, rate, 1.0, 50.0 if rate <= most else 200.0, 300.0, 0, 0.0)


@pytest.mark.parametrize(("most", "found"), [(1_600, 1_562), (1_000, 1_000), (700, 640), (10, 0)])
def test_the_highest_rate_is_looked_for_up_or_down(most: int, found: int) -> None:
    run = held_up_to(most)
    assert highest(run(1_000), run) == found


def test_a_tree_before_is_the_commit_with_the_programs_of_its_side(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    unpack("HEAD", tree)
    complete(tree)
    assert (tree / "app" / "game" / "decide.py").is_file()
    assert (tree / "tests" / "bench" / "sides" / "core.py").read_text() == (
        ROOT / "tests" / "bench" / "sides" / "core.py"
    ).read_text()
    assert differing(tree) == []


def test_a_package_of_another_version_is_named(tmp_path: Path) -> None:
    project = '[project]\ndependencies = ["orjson==0.0.1", "websockets", "no-such-package==1"]\n'
    (tmp_path / "pyproject.toml").write_text(project)
    assert differing(tmp_path) == ["orjson==0.0.1", "no-such-package==1"]


@pytest.mark.parametrize("commit", ["no-such-commit", "--output=/tmp/x"])
def test_an_unknown_commit_is_refused(commit: str) -> None:
    with pytest.raises(NoEarlierTreeError, match="cannot be taken out"), earlier(commit):
        pass


# --- a side

ANSWERS = """
import json, os, sys
def say(result):
    print(json.dumps({"is": result}), flush=True)
say("open")
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "end":
        sys.exit(3)
    say([asked["number"] + 1, os.getcwd(), os.environ["TABLEKEEPER_BENCH_RUN"]])
"""


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A tree whose only side adds one."""
    folder = tmp_path / "tests" / "bench" / "sides"
    folder.mkdir(parents=True)
    for package in (tmp_path / "tests", tmp_path / "tests" / "bench", folder):
        (package / "__init__.py").touch()
    (folder / "adding.py").write_text(ANSWERS)
    return Tree("before (x)", tmp_path, sys.executable)


def test_a_side_runs_the_code_of_its_own_tree_and_carries_the_mark_of_the_run(tree: Tree) -> None:
    with Side(tree, "adding") as side:
        assert side.ask("add", number=1) == [2, str(tree.folder), os.environ["TABLEKEEPER_BENCH_RUN"]]
        assert side.ask("add", number=2)[0] == 3


def test_a_side_that_ends_is_named(tree: Tree) -> None:
    with Side(tree, "adding") as side, pytest.raises(SideEndedError, match=r"before \(x\) ended with 3"):
        side.ask("end")


def test_a_side_that_does_not_start_is_named(tree: Tree) -> None:
    with pytest.raises(SideEndedError, match="gave no answer"), Side(tree, "no_such_side"):
        pass


# --- the loop over the same events


def test_the_loop_follows_every_round_and_every_cent() -> None:
    player = Player(load_ruleset("nz-division-15"), seed=3)
    before = len(player.events)
    for _ in range(40):
        player.round()
    rows = [orjson.loads(encode(event)) for event in player.events[before:]]
    followed = played_again(rows)
    assert followed.rounds == 40
    assert followed.wagered_cents == 40 * 20_00
    settled = [line for row in rows if row["type"] == "Settled" for line in row["lines"]]
    assert followed.house_cents == sum([line["takes_cents"] - line["pays_cents"] for line in settled])
    dealers = [row["last"]["dealer"] for row in rows if row["type"] == "CardsCollected"]
    assert 0 < sum([points(each) for each in dealers]) <= followed.dealer_points


def test_an_ace_counts_eleven_where_that_is_no_bust() -> None:
    assert [points(hand) for hand in (["AS"], ["AS", "KS"], ["AS", "AH"], ["AS", "KS", "5H"])] == [11, 21, 12, 16]


def test_poker_is_played_with_the_cards_of_our_shoe() -> None:
    player = Player(load_ruleset("nz-division-15"), seed=7)
    hands = hands_from(7)
    first = next(hands)
    ours = [card[0] + card[1].lower() for card in reversed(player.shoe)]
    assert first == list(dict.fromkeys(ours))[:HAND]
    for _ in range(100):  # through the end of a shoe
        assert len(set(next(hands))) == HAND
