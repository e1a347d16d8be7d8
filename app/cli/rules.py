"""`tablekeeper rules`: the rule books as the core reads them."""

import argparse

from app.books.rulebook import BadRuleset, load_ruleset, ruleset_ids
from app.books.rules_text import describe
from app.cli.endings import REFUSED
from app.cli.output import put, put_lines, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.description = "Without an ID: the rule books. With one: its options and policies, each with its clause."
    parser.add_argument("id", metavar="ID", nargs="?", help="a rule book, such as nz-division-15")
    parser.set_defaults(run=_rules)


def _rules(options: argparse.Namespace) -> int:
    if options.id is None:
        for ruleset_id in ruleset_ids():
            put(f"{ruleset_id:22} {load_ruleset(ruleset_id).title}")
        return 0
    try:
        put_lines(describe(load_ruleset(options.id)))
    except BadRuleset as bad:
        say(f"tablekeeper rules: {bad}")
        return REFUSED
    return 0
