"""The rule books: which there are, and one as the sign shows it and as its file states it."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Response

from app.api.answers import answer
from app.api.documenting import problems
from app.api.guard import Allowed
from app.game.rules.ruleset import Ruleset
from app.game.state import TableConfig
from app.game.views import RulesShown, rules_shown
from app.problems.problem import Problem
from app.rulebook import load_ruleset, ruleset_ids
from app.rules_text import describe
from app.shapes import model_of

router = APIRouter(prefix="/rulesets", tags=["rule books"])


class BookListed(NamedTuple):
    """A rule book."""

    id: str
    title: str
    edition: str
    hash: str


class BooksListed(NamedTuple):
    """The rule books that a table can be opened under."""

    rulesets: tuple[BookListed, ...]


class BookShown(NamedTuple):
    """A rule book: what the sign shows of it with all its side bets offered, and every option with its clause."""

    book: BookListed
    rules: RulesShown
    text: tuple[str, ...]


BookId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", description="The id of the book.")]


@router.get("", name="rulesets.list", response_model=model_of(BooksListed), responses=problems())
async def listed(_asking: Allowed) -> Response:
    """The rule books that there are."""
    return answer(BooksListed(tuple([_line(load_ruleset(each)) for each in ruleset_ids()])))


@router.get("/{ruleset}", name="rulesets.one", response_model=model_of(BookShown), responses=problems("not_found"))
async def one(ruleset: BookId, _asking: Allowed) -> Response:
    """One book, option by option."""
    if ruleset not in ruleset_ids():
        raise Problem("not_found", f"There is no book {ruleset}.")
    rules = load_ruleset(ruleset)
    every_bet = TableConfig(side_bets=tuple(rules.side_bets))
    return answer(BookShown(_line(rules), rules_shown(every_bet, rules), tuple(describe(rules).split("\n"))))


def _line(rules: Ruleset) -> BookListed:
    return BookListed(rules.id, rules.title, rules.edition, rules.hash)
