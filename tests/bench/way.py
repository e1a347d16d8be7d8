"""How long the way of a card and of a stand is: which functions of the program run from the line, or from the dealer's
tap, to the dealer's screen, in how many modules, and how often `decide` is called.

`python -m tests.bench.way` counts in this tree and in the one before, after a warm-up, in a server that is watched by
Python's profiler (`sides/traced_serve.py`). Counted is the main thread, so what ran meanwhile for something else is in
it: the median of so many cards and stands is told, with the least and the most. No time is measured.
"""

import argparse
from statistics import median
from typing import Any

from tests.bench.before import trees
from tests.bench.side import Side, add_options

WARM_UP = 60
DECIDE = "decide"


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=100, help="and a fifth as many stands")
    add_options(parser, repeats=1)
    options = parser.parse_args()
    with trees(options.before) as both:
        for tree in both:
            with Side(tree, "way") as side:
                side.ask("calls", cards=WARM_UP, stands=1)
                found = side.ask("calls", cards=options.cards, stands=max(1, options.cards // 5))
            for what, runs in found.items():
                print(f"{tree.name}: {what}: {_words(runs)}", flush=True)


def _words(runs: list[list[Any]]) -> str:
    functions = _spread([len(run) for run in runs])
    modules = _spread([len({module for module, _, _ in run}) for run in runs])
    decided = _spread([sum([often for module, name, often in run if _is_decide(module, name)]) for run in runs])
    calls = _spread([sum([often for _, _, often in run]) for run in runs])
    what = f"{functions} functions in {modules} modules, {calls} calls, {decided} of decide"
    return f"{what} ({len(runs)} runs)"


def _is_decide(module: str, name: str) -> bool:
    return (module, name) == ("game/decide.py", DECIDE)


def _spread(counts: list[int]) -> str:
    return f"{median(counts):g} ({min(counts)} to {max(counts)})"


if __name__ == "__main__":
    main()
