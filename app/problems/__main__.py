"""Writes the page on errors: `python -m app.problems > docs/errors.md`."""

import sys

from app.problems.page import page

if __name__ == "__main__":
    sys.stdout.write(page())
