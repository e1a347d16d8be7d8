"""Prints the vectors: `python -m tests.vectors > tests/vectors/chain.json`."""

import sys

from tests.vectors.made import text

sys.stdout.write(text())
