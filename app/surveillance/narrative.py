"""A recorded round told event by event: what happened, what it did to the table, who was asked what then.

One paragraph an event: its number and name, what it says, and below that the money it moved. Questions are told where a
command's events end, since in between nobody could answer them. A round that was rewritten has its old reading beside
the new one.
"""

from collections.abc import Iterable, Iterator

from app.game import events as e
from app.game.core.acts import fact
from app.game.core.apply import apply
from app.game.core.ledger import postings
from app.game.core.moment import Moment
from app.game.core.records import name_of
from app.game.core.state import Table
from app.game.registry import EVENTS
from app.game.rules.ruleset import Ruleset
from app.language.phrases import account_in_words, gain, listed, paragraph, spaced
from app.language.rendering import words_of
from app.surveillance.question_words import question_in_words, questions_of_round
from app.surveillance.recorded import Recorded, ends_of_commands, faces
from app.surveillance.round_text import reading

WIDTH = 100
NAME_WIDTH = 20
INDENT = " " * (6 + NAME_WIDTH + 2)


def narrative(recorded: Recorded, rules: Ruleset) -> Iterator[str]:
    """The round in lines of text."""
    yield from _opening(recorded, rules)
    table, asked = recorded.begun, _asked(recorded.begun, rules)
    ends, known = ends_of_commands(recorded), faces(recorded)
    for number, event in enumerate(recorded.events, 1):
        after = apply(table, event)
        yield from _paragraph(number, event, Moment(table, after, known))
        if number in ends:
            now = _asked(after, rules)
            yield from _new_questions(asked, now)
            asked = now
        table = after
    yield from _ending(recorded, asked)


def _opening(recorded: Recorded, rules: Ruleset) -> Iterator[str]:
    opening = recorded.opening
    dealer = f", dealt by {opening.dealer}" if opening.dealer else ""
    yield f"Round {recorded.number} under {rules.id}{dealer}; {opening.shoe.left} cards in the shoe."
    if recorded.round.paper:
        yield f"It was dealt on paper, and entered by {listed(list(recorded.round.paper))}."


def _ending(recorded: Recorded, asked: list[str]) -> Iterator[str]:
    yield "Open now:" if asked else "Nothing is open."
    for question in asked:
        yield from _wrapped(question, "  ", "    ")
    for amendment in recorded.amended:
        what = "declared void" if amendment.what == "void" else "reconstructed"
        yield f"After the round was over it was {what} ({spaced(amendment.reason)}, clause {amendment.clause})."


def _asked(table: Table, rules: Ruleset) -> list[str]:
    return [question_in_words(question) for question in questions_of_round(table, rules)]


def _paragraph(number: int, event: e.Event, moment: Moment) -> Iterator[str]:
    name = name_of(type(event))
    head = f"{number:>4}  {name:<{NAME_WIDTH}}  "
    first, *others = words_of(event, moment).split("\n")
    yield from _wrapped(first, head, INDENT)
    for line in others:
        yield from _wrapped(line, INDENT, INDENT + "  ")
    if isinstance(event, e.RoundRewritten):
        yield from _declared_by_it(event, moment)
        yield from _side_by_side(moment)
    yield from _money(event, moment.before)


def _wrapped(text: str, head: str, indent: str) -> list[str]:
    return paragraph(text, WIDTH, head, indent)


def _money(event: e.Event, before: Table) -> Iterator[str]:
    moves = postings(before, event)
    if moves:
        text = "; ".join([f"{account_in_words(account)} {gain(cents)}" for account, cents in moves])
        yield from _wrapped(f"money: {text}", INDENT, INDENT + "       ")


def _new_questions(before: Iterable[str], now: list[str]) -> Iterator[str]:
    known = set(before)
    for question in now:
        if question not in known:
            yield from _wrapped(f"asked: {question}", INDENT, INDENT + "       ")


def _declared_by_it(event: e.RoundRewritten, moment: Moment) -> Iterator[str]:
    """What nobody taps and the round has only as it is now: who was passed over, whose hand is void, and such."""
    for each in event.events:
        if EVENTS[type(each)].act is fact and each not in moment.before.record:
            for line in words_of(each, moment).split("\n"):
                yield from _wrapped(line, INDENT, INDENT + "  ")


def _side_by_side(moment: Moment) -> Iterator[str]:
    """The old reading and the new one, row by row; rows that differ are marked."""
    assert moment.before.round is not None
    assert moment.after.round is not None
    was, now = reading(moment.before.round), reading(moment.after.round)
    rows = [(name, was.get(name, "-"), now.get(name, "-")) for name in dict.fromkeys([*was, *now])]
    names, olds = (max([len(row[at]) for row in rows]) for at in (0, 1))
    for name, old, new in [("", "was", "is now"), *rows]:
        mark = "*" if name and old != new else " "
        yield f"{INDENT}{mark} {name:<{names}}  {old:<{max(olds, 3)}}  {new}"
