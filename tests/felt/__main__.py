"""Play random rounds with a mistake on a felt, and compare the record with it."""

import argparse
import sys
from collections import Counter

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.felt.known import known
from tests.felt.mistakes import MISTAKES
from tests.felt.rounds import rounds_of


def main() -> int:
    parser = argparse.ArgumentParser(description="The record beside a felt, on random rounds with a mistake.")
    parser.add_argument("--rounds", type=int, default=50_000, help="rounds over all books together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", action="append", help="only this book; may be repeated")
    parser.add_argument("--mistake", choices=MISTAKES, help="only this mistake")
    parser.add_argument("--show", type=int, default=3, help="how many differing rounds of a kind to print")
    options = parser.parse_args()
    books = options.book or ruleset_ids()
    counts, differing = {book: Counter[str]() for book in books}, {book: Counter[str]() for book in books}
    open_points = Counter[str]()
    played = 0
    seed = options.seed
    while played < options.rounds:
        book = books[seed % len(books)]
        ended = list(rounds_of(load_ruleset(book), seed, options.mistake))
        for each in ended:
            name = f"{each.mistake}: {each.remedy}"
            counts[book][name] += 1
            point = known(each) if each.why else None
            open_points.update([point] if point else [])
            if each.why and point is None:
                differing[book][name] += 1
                if differing[book][name] <= options.show:
                    print(f"--- seed {seed} of {book}, {name}\n{each.script}  {each.why}")
        played += bool(ended)
        seed += 1
    _print_counts(counts, differing)
    for point, times in open_points.items():
        print(f"open: {point}: {times}")
    total = sum(sum(counter.values()) for counter in differing.values())
    print(f"{played} rounds with a mistake from seed {options.seed}: {total} of their remedies differ")
    return 1 if total else 0


def _print_counts(counts: dict[str, Counter[str]], differing: dict[str, Counter[str]]) -> None:
    names = {name for counter in counts.values() for name in counter}
    print(f"{'followed (of which differ)':50}" + "".join(f"{book[:12]:>15}" for book in counts))
    for name in sorted(names):
        cells = []
        for book, counter in counts.items():
            wrong = f" ({differing[book][name]})" if differing[book][name] else ""
            cells.append(f"{counter[name] or ''}{wrong}")
        print(f"{name:50}" + "".join(f"{cell:>15}" for cell in cells))


if __name__ == "__main__":
    sys.exit(main())
