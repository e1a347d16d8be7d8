"""What a view's message weighs, whole and with the rules named: `python -m tests.bench.message_sizes`.

Counted, not timed: random rounds under each book, and of every moment in which hands are played the message that a
sign and a dealer are sent, in bytes.
"""

import argparse
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from app.books.rulebook import ruleset_ids
from app.game.core.apply import EMPTY, apply
from app.game.core.turn import stage
from app.game.views.audiences import View
from app.realtime.audience import Audience, views
from app.realtime.forms import said
from app.realtime.writing import Said, change
from tests.store.plays import Play, random_plays

SEED, ROUNDS = 4, 100
SHOWN: tuple[Audience, ...] = ("sign", "dealer")
AT_US = 1_795_003_200_000_000


class Sizes(NamedTuple):
    """Of one message: whole, by hash, and the rules that are told once."""

    whole: int
    by_hash: int
    rules: int


def main() -> None:
    """Print a line for each book."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="random rounds, over all books in turn")
    plays = random_plays(SEED, parser.parse_args().rounds)
    print("| book | sign, whole | by hash | dealer, whole | by hash | rules, once |")
    print("|---|---|---|---|---|---|")
    for book in ruleset_ids():
        played = [each for each in plays if each.rules.id == book]
        of_sign, of_dealer = [list(_sizes(played, audience)) for audience in SHOWN]
        figures = (*_medians(of_sign)[:2], *_medians(of_dealer))
        print(f"| {book} | {' | '.join([f'{each:,}' for each in figures])} |")


def _medians(sizes: list[Sizes]) -> tuple[int, int, int]:
    whole, by_hash, rules = [round(median(of)) for of in zip(*sizes, strict=True)]
    return whole, by_hash, rules


def _sizes(plays: list[Play], audience: Audience) -> Iterator[Sizes]:
    for play in plays:
        table = EMPTY
        for version, event in enumerate(play.events, 1):
            table = apply(table, event)
            if stage(table) == "play":
                yield _weighed(views(table, play.rules, [audience])[audience], version)


def _weighed(view: View, version: int) -> Sizes:
    named = said(view, "by_hash")
    assert named.rules is not None
    return Sizes(_message(said(view, "whole"), version), _message(named, version), len(named.rules.text.encode()))


def _message(shown: Said, version: int) -> int:
    return len(change(version, version, AT_US, shown).text.encode())


if __name__ == "__main__":
    main()
