"""Which irregularities the round scripts show, in which phase of the round, under which book, and what comes of each.

`python -m tests.rules.cells` writes docs/rules/irregularities.md from what the scripts give when they are run.
"""

from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.rules.ruleset import IRREGULARITIES
from tests.rules.results import results_of_book

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "irregularities.md"
PHASES = ("shoe", "betting", "initial_deal", "offers", "play", "dealer", "complete", "void")


class Shown(NamedTuple):
    """One irregularity of one script: where it came, and what was done or refused."""

    book: str
    code: str
    phase: str
    outcome: str
    script: str


def shown() -> list[Shown]:
    """Every irregularity of every script of every book."""
    found = []
    for book in ruleset_ids():
        for name, result in results_of_book(book).items():
            found += [
                Shown(book, each["code"], each["phase"], _outcome(each, result), name)
                for each in result["irregularities"]
            ]
    return found


def _outcome(incident: dict[str, Any], result: dict[str, Any]) -> str:
    """What became of it: the choice and its clause; the choice refused; or the choices that were offered."""
    if incident["choice"] is not None:
        return f"{incident['choice']} [{incident['clause']}]"
    error = result.get("error", {})
    if error.get("code") in ("choice_forbidden", "table_holds"):
        return f"refused: {error['code']}" + (f" [{error['clause']}]" if error["clause"] else "")
    return "asked"


def cells(found: list[Shown]) -> dict[tuple[str, str, str], set[str]]:
    """The outcomes by irregularity, book and phase."""
    outcomes: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for each in found:
        outcomes[each.code, each.book, each.phase].add(each.outcome)
    return outcomes


def page() -> str:
    """The whole page."""
    found = cells(shown())
    parts = [HEAD.format(cells=len(found), codes=len({code for code, _, _ in found}))]
    for code in IRREGULARITIES:
        rows = [key for key in found if key[0] == code]
        if rows or any(load_ruleset(book).irregularities[code] for book in ruleset_ids()):
            parts.append(_section(code, {key: found[key] for key in rows}))
    return "\n".join(parts)


def _section(code: str, found: dict[tuple[str, str, str], set[str]]) -> str:
    lines = [f"## `{code}`", "", *_ruled(code), "", "| book | phase | shown by scripts |", "|---|---|---|"]
    for _, book, phase in sorted(found, key=lambda key: (key[1], PHASES.index(key[2]))):
        lines.append(f"| {book} | {phase} | {'; '.join(sorted(found[code, book, phase]))} |")
    return "\n".join(lines if found else lines[:-3]) + "\n"


def _ruled(code: str) -> list[str]:
    """What the books say."""
    lines = ["| book | when | allowed | forbidden |", "|---|---|---|---|"]
    for book in ruleset_ids():
        when: dict[str, tuple[list[str], list[str]]] = {}
        for row in load_ruleset(book).irregularities[code]:
            allowed, forbidden = when.setdefault(" ".join(row.when), ([], []))
            then = "" if row.verdict in ("allowed", "forbidden") else f" ({row.verdict})"
            (allowed if row.allowed else forbidden).append(f"{row.choice} [{row.clause}]{then}")
        lines += [f"| {book} | {name} | {'; '.join(a)} | {'; '.join(f)} |" for name, (a, f) in when.items()]
    return lines


HEAD = """# Irregularities, by book and phase

Made by `python -m tests.rules.cells` from the rulesets and from the round scripts in `tests/rules`; a test fails when
it is stale. {cells} cells of irregularity, book and phase are shown by scripts, of {codes} irregularities.

The first table of each says what the book has in its ruleset: the choices that it allows and those that it forbids,
each with its clause. `asked`: it is the player's choice; `hand_may_refuse`, `player_may_refuse`: players may refuse the
card, for that hand or for all of theirs; `then_players`: every player then goes on or takes the wager back;
`then_shuffle`: the cards are shuffled next. The second says what scripts show: the choice taken and its clause, a
choice refused, or (`asked`) the question with its choices.

Wagers outside a limit that nobody noticed in time are not resolved but played as the book says: `wagers.unnoticed_over`
and `wagers.unnoticed_under` on the book's own page. Side wagers that were settled late (SG 5.16) need nothing: the
record settles them when they fall due.
"""

if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
