"""Open questions in plain words: who is asked what."""

from collections.abc import Callable

from app.game.core.state import DEALER, Table
from app.game.core.turn import stage
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.language.phrases import clause_in, hand_at, listed, money, spaced


def questions_of_round(table: Table, rules: Ruleset) -> tuple[Question, ...]:
    """The questions of this round; what the next one asks is not one of them."""
    return () if table.round is None or stage(table) in ("complete", "void") else open_questions(table, rules)


def question_in_words(question: Question) -> str:
    """One question, with the clause behind it."""
    return QUESTIONS[question.question](question) + clause_in(question.clause)


def _card(question: Question) -> str:
    return f"the next card goes to {hand_at(question.box or DEALER, question.hand or 1)}"


def _decide(question: Question) -> str:
    choices = listed([spaced(each) for each in question.choices], "or")
    return f"{question.player} decides for {hand_at(question.box or 0, question.hand or 1)}: {choices}"


def _insure(question: Question) -> str:
    return f"{question.player} on box {question.box} may insure, for {money(question.limits[0].most_cents)} at most"


def _amount(question: Question) -> str:
    return f"the amount of {question.player}'s main wager on box {question.box} is to be entered"


def _surrender(question: Question) -> str:
    return f"box {question.box} may surrender"


def _rescue(question: Question) -> str:
    return f"{question.player} may take back the double on {hand_at(question.box or 0, question.hand or 1)}"


def _turn_up(question: Question) -> str:
    if question.box is None:
        return "the unseen card that lies ready is to be turned up"
    if question.box == DEALER:
        return "the dealer's face-down card is to be turned up"
    return f"the face-down cards of {hand_at(question.box, question.hand or 1)} are to be turned up"


def _shoe(question: Question) -> str:
    return f"for the shoe: {spaced(question.step or '')}"


def _resolve(question: Question) -> str:
    who = f"{question.player} on box {question.box}" if question.player else "a supervisor"
    choices = listed([spaced(each) for each in question.choices], "or") or "nothing is left"
    return f"{who} says what becomes of {spaced(question.irregularity or '')}: {choices}"


def _fixed(text: str) -> Callable[[Question], str]:
    def words(question: Question) -> str:
        return text

    return words


QUESTIONS: dict[str, Callable[[Question], str]] = {
    "card": _card,
    "hole": _fixed("the next card is the dealer's, face down"),
    "decide": _decide,
    "amount": _amount,
    "insure": _insure,
    "surrender": _surrender,
    "rescue": _rescue,
    "proceed": _fixed("the dealer may close the offers"),
    "peek": _fixed("the card reader is to be used"),
    "turn_up": _turn_up,
    "bets": _fixed("wagers may be placed"),
    "shoe": _shoe,
    "resolve": _resolve,
}
