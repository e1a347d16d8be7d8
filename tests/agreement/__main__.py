"""Play random rounds and compare."""

import argparse
import sys
from collections import Counter
from traceback import format_exc

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.agreement.compare import count_features, engine_says, played, second_says
from tests.agreement.rounds import RandomRound, script_text


def main() -> int:
    parser = argparse.ArgumentParser(description="The engine against the second settlement, on random rounds.")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds over all books together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", action="append", help="only this book; may be repeated")
    parser.add_argument("--show", type=int, default=5, help="how many differing rounds to print")
    options = parser.parse_args()
    books = options.book or ruleset_ids()
    counts = {book: Counter[str]() for book in books}
    differing = 0
    for number in range(options.rounds):
        book = books[number % len(books)]
        seed = options.seed + number
        try:
            round_ = played(load_ruleset(book), seed)
        except Exception:
            print(f"--- seed {seed} of {book}: the engine failed\n{format_exc()}")
            differing += 1
            continue
        count_features(round_, counts[book])
        differing += _differs(round_, seed, differing < options.show)
        if sys.stderr.isatty() and number % 500 == 0:
            print(f"\r{number} rounds, {differing} differ", end="", file=sys.stderr)
    _print_counts(counts)
    print(f"{options.rounds} rounds from seed {options.seed}: {differing} differ")
    return 1 if differing else 0


def _differs(round_: RandomRound, seed: int, show: bool) -> bool:
    engine = engine_says(round_)
    try:
        second = second_says(round_)
    except Exception as error:  # the second settlement refuses what it thinks unlawful
        second = {"refused": repr(error)}
    if engine == second:
        return False
    if show:
        print(f"--- seed {seed}\n{script_text(round_.script())}")
        for key in engine:
            if engine[key] != second.get(key):
                print(f"  {key}\n    engine {engine[key]}\n    second {second.get(key, second)}")
    return True


def _print_counts(counts: dict[str, Counter[str]]) -> None:
    names = {name for counter in counts.values() for name in counter}
    print(f"{'rounds that had':42}" + "".join(f"{book[:10]:>12}" for book in counts))
    for name in sorted(names):
        print(f"{name:42}" + "".join(f"{counter[name]:>12}" for counter in counts.values()))


sys.exit(main())
