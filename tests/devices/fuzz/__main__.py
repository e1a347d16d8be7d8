"""`python -m tests.devices.fuzz --dialect table-link --frames 1000000 --seed 1`: damaged frames by the million."""

import argparse
import importlib
import sys

MODULES = {"table-link": "table_link", "angel-eye": "angel_eye", "bee-tek": "bee_tek"}


def main() -> None:
    """Run one dialect's fuzz and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.devices.fuzz", description=__doc__)
    parser.add_argument("--dialect", choices=MODULES, required=True)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.dialect}: {given.frames} frames from seed {given.seed}...", file=sys.stderr, flush=True)
    print(importlib.import_module(f"tests.devices.fuzz.{MODULES[given.dialect]}").run(given.frames, given.seed))


if __name__ == "__main__":
    main()
