"""The rule books: which there are, one as the sign shows it and as its file states it, what may be done about errors,
and what each clause says."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Response

from app.api.documenting import problems
from app.api.guard import Allowed
from app.api.responses import answer
from app.api.table_bounds import TableBounds, table_bounds
from app.books.clauses import Clause, clauses_of
from app.books.procedures import Procedures, procedures
from app.books.rulebook import load_ruleset, ruleset_ids
from app.books.rules_text import describe
from app.game.core.state import TableConfig
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import RulesShown, rules_shown
from app.problems.problem import Problem
from app.shapes import model_of

router = APIRouter(prefix="/rulesets", tags=["rule books"])


class BookListed(NamedTuple):
    """A rule book."""

    id: str
    """The id of the book."""
    title: str
    """The title of the book."""
    edition: str
    """Which edition of the book it is."""
    hash: str
    """SHA-256 of the file, in hexadecimal."""
    readings: int
    """The edition of the readings: how we read what the book leaves open."""


class BooksListed(NamedTuple):
    """The rule books that a table can be opened under."""

    rulesets: tuple[BookListed, ...]
    """The rule books."""


class BookShown(NamedTuple):
    """A rule book: what the sign shows of it with all its side bets offered, every option with its clause, and what it
    leaves to the house of a table."""

    book: BookListed
    """The book."""
    rules: RulesShown
    """The rules as the sign shows them."""
    text: tuple[str, ...]
    """Every option with its clause, in lines of text."""
    bounds: TableBounds
    """What the book leaves to the house of a table."""


class ClausesTold(NamedTuple):
    """What each clause of a book says, in our words; the document decides."""

    book: BookListed
    """The book."""
    clauses: tuple[Clause, ...]
    """Every clause of the book, in its order."""


class ProceduresTold(NamedTuple):
    """What a book has for errors, voids, shuffles and refusals, in codes, words and clauses."""

    book: BookListed
    """The book."""
    procedures: Procedures
    """What may be reported, chosen, declared void, ordered and refused."""


BookId = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$", description="The id of the book.")]


@router.get("", name="rulesets.list", response_model=model_of(BooksListed), responses=problems())
async def listed(_asking: Allowed) -> Response:
    """The rule books that there are."""
    return answer(BooksListed(tuple([_line(load_ruleset(each)) for each in ruleset_ids()])))


@router.get("/{ruleset}", name="rulesets.one", response_model=model_of(BookShown), responses=problems("not_found"))
async def one(ruleset: BookId, _asking: Allowed) -> Response:
    """One book, option by option."""
    rules = _book(ruleset)
    every_bet = TableConfig(side_bets=tuple(rules.side_bets))
    return answer(
        BookShown(_line(rules), rules_shown(every_bet, rules), tuple(describe(rules).split("\n")), table_bounds(rules))
    )


@router.get(
    "/{ruleset}/procedures",
    name="rulesets.procedures",
    response_model=model_of(ProceduresTold),
    responses=problems("not_found"),
)
async def told(ruleset: BookId, _asking: Allowed) -> Response:
    """What may be reported, chosen, declared void and ordered under the book, and why something is refused."""
    rules = _book(ruleset)
    return answer(ProceduresTold(_line(rules), procedures(rules)))


@router.get(
    "/{ruleset}/clauses",
    name="rulesets.clauses",
    response_model=model_of(ClausesTold),
    responses=problems("not_found"),
)
async def clauses(ruleset: BookId, _asking: Allowed) -> Response:
    """Every clause of the book in our own words."""
    rules = _book(ruleset)
    return answer(ClausesTold(_line(rules), clauses_of(rules.id)))


def _book(ruleset: str) -> Ruleset:
    if ruleset not in ruleset_ids():
        raise Problem("not_found", f"There is no book {ruleset}.")
    return load_ruleset(ruleset)


def _line(rules: Ruleset) -> BookListed:
    return BookListed(rules.id, rules.title, rules.edition, rules.hash, rules.readings)
