"""Run random scripts: python -m tests.fuzz --scripts 10000 --seed 1"""

import argparse
import sys
from collections import Counter
from traceback import format_exc

from app.books.rulebook import load_ruleset, ruleset_ids
from tests.fuzz.checks import check
from tests.fuzz.scripts import Writer


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Random scripts, every word in them.")
    parser.add_argument("--scripts", type=int, default=1000, help="scripts over all books together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", action="append", help="only this book; may be repeated")
    options = parser.parse_args()
    books = options.book or ruleset_ids()
    failed, reasons = 0, Counter[str]()
    for seed in range(options.seed, options.seed + options.scripts):
        book = books[seed % len(books)]
        writer = Writer(load_ruleset(book), seed)
        try:
            reasons.update(check(writer.written(), load_ruleset(book)))
        except Exception:
            failed += 1
            print(f"--- seed {seed} of {book}, after {writer.tried[-6:]}\n{format_exc()}")
    for reason, count in reasons.most_common():
        print(f"{count:>6}  {reason}")
    print(f"{options.scripts} scripts from seed {options.seed}: {failed} failed")
    return 1 if failed else 0


sys.exit(main())
