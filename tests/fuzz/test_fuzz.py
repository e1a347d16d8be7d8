"""Random scripts of every book: so many, or SCRIPTS of the environment, from the seed SEED on.

`python -m tests.fuzz` runs more of them, goes on after a failure, and says why rounds have no script of their own.
"""

import os

import pytest

from app.books.rulebook import load_ruleset, ruleset_ids
from app.roundscript.error_lines import ABOUT
from app.roundscript.play_lines import PLAY
from app.roundscript.shoe_lines import SHOE, STEPS
from tests.fuzz.checks import check, is_lawful
from tests.fuzz.scripts import Writer

BOOKS = ruleset_ids()
SCRIPTS, SEED = int(os.environ.get("SCRIPTS", "300")), int(os.environ.get("SEED", "1"))
WRITTEN = 400


@pytest.mark.parametrize("book", BOOKS)
def test_no_script_fails(book: str) -> None:
    seeds = [seed for seed in range(SEED, SEED + SCRIPTS) if BOOKS[seed % len(BOOKS)] == book]
    print(f"{book}: seeds {seeds[0]} to {seeds[-1]}, every {len(BOOKS)}th")
    for seed in seeds:
        print(f"seed {seed}")
        for why in check(Writer(load_ruleset(book), seed).written(), load_ruleset(book)):
            assert is_lawful(why), f"seed {seed} has no script: {why}"


def test_every_word_is_tried() -> None:
    tried = {words for seed in range(WRITTEN) for words in _tried(seed)}
    assert tried >= set(PLAY)
    assert tried >= {f"report {code}" for code in ABOUT}
    assert tried >= {f"shoe {step}" for step in (*STEPS, *SHOE)}


def _tried(seed: int) -> set[str]:
    writer = Writer(load_ruleset(BOOKS[seed % len(BOOKS)]), seed)
    lines = [line.split() for line in writer.written().tried]
    return {line[0] for line in lines} | {" ".join(line[:2]) for line in lines}
