"""A random line for every word that a round script knows; most of them fit the table, some fit nothing."""

from collections.abc import Callable
from random import Random
from typing import get_args

from app.game.commands import ShuffleReason
from app.game.core.cards import DECK
from app.game.core.state import Table
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.roundscript.error_lines import ABOUT
from app.roundscript.play_lines import PLAY
from app.roundscript.shoe_lines import SHOE, STEPS
from tests.fuzz.tables import AMOUNTS, BOXES, PLAYERS, SIDES

REASONS = ("other", "breach", "fraud", "no_main", "foreign_card", "disturbance")
WORDS = (*PLAY, *["report", "void", "bet", "undo"] * 2)
BETTING = ("bet", "bet", "bet", "withdraw", "void", "void", "undo", "squeeze")
# What a round goes on with.
URGENT = ("amount", "resolve", "peek", "hole", "card", "decide")
# To which cards a script leans.
RANKS = ("A23456789JQK", "AA8", "77", "AKQJ", "8", "2345A", "678")


class Lines:
    """Random lines for one table. A script leans to some cards and to a few words, so that it gets far enough for them;
    answers to what the table asks keep the round going."""

    def __init__(self, random: Random, rules: Ruleset) -> None:
        self.random = random
        self.rules = rules
        self.ranks = random.choice(RANKS)
        self.words = random.sample(WORDS, random.choice((2, 4, 8)))
        self.codes = random.sample(list(ABOUT), 3)
        self.answers = random.choice((0.4, 0.7, 0.9))

    def next_line(self, table: Table) -> str:
        """An answer to an open question, or any line at all."""
        questions = open_questions(table, self.rules)
        if questions and self.random.random() < self.answers:
            return self._answer(self.random.choice(questions), table)
        return self.line_with(self.random.choice(self.words), table)

    def betting_line(self, table: Table) -> str:
        """A line while wagers are placed."""
        return self.line_with(self.random.choice(BETTING), table)

    def guided_line(self, table: Table) -> str:
        """An answer to the question that is first in the way."""
        questions = open_questions(table, self.rules)
        urgent = [
            each for each in questions if each.question in ("amount", "resolve", "peek", "hole", "card", "decide")
        ]
        return self._answer((urgent or list(questions))[0], table) if questions else "proceed"

    # --- answers

    def _answer(self, question: Question, table: Table) -> str:
        answers: dict[str, Callable[[], str]] = {
            "card": lambda: f"cards {self._card()}",
            "hole": lambda: f"hole {self._card()}",
            "peek": lambda: "peek",
            "proceed": lambda: "proceed",
            "turn_up": lambda: f"turn {question.box}",
            "bets": lambda: self._bet(table),
            "amount": lambda: (
                f"bet {question.box} {question.player} main={self.random.choice(AMOUNTS)}{self._unseen()}"
            ),
            "decide": lambda: self._decide(question),
            "surrender": lambda: f"surrender {question.box}",
            "insure": lambda: f"insure {question.box} {question.player} {self._within(question)}",
            "rescue": lambda: f"rescue {question.box}.{question.hand} {question.player}",
            "resolve": lambda: self._chosen(question, table),
            "shoe": lambda: f"shoe {self._step(question)}",
        }
        return answers[question.question]()

    def _within(self, question: Question) -> int:
        unit = question.unit_cents or 1
        return max(1, self.random.randint(0, question.limits[0].most_cents // unit)) * unit

    def _decide(self, question: Question) -> str:
        choice = self.random.choice(question.choices)
        if choice == "hit" and self.random.random() < 0.7:
            return f"cards {self._card()}"
        keeps = [f" {player}={hand}" for player, hand in question.keeps if self.random.random() < 0.2]
        return f"{choice} {question.box}" + ("".join(keeps[:1]) if choice == "split" else "")

    def _chosen(self, question: Question, table: Table) -> str:
        choice = self.random.choice(question.choices or ("continue",))
        if choice == "choose" and table.held is not None:
            return f"resolve choose {self.random.choice(table.held.cards or (self._card(),))}"
        if choice in ("accept", "refuse"):
            return f"resolve {choice} {question.box}"
        if choice == "void_hand":
            return f"resolve void_hand {self._where(table)}"
        if choice == "void_earlier":
            return "resolve void_earlier 1"
        asked = table.held is not None and table.held.asked
        return f"resolve {choice} {question.box} {question.player}" if asked else f"resolve {choice}"

    def _cents(self) -> int:
        return self.random.choice(AMOUNTS)

    def _step(self, question: Question) -> str:
        step = question.step or ""
        if step == "burn":
            return f"burn {self._card()}"
        if step.startswith("cut") and step != "cut_card":
            return f"cut {step.partition(' ')[2] or 'employee'} 60"
        return {"cut_card": "cut_card 60", "set": "set B blue"}.get(step, step)

    # --- any line

    def line_with(self, word: str, table: Table) -> str:
        """A line that begins with this word."""
        write: dict[str, Callable[[], str]] = {
            "cards": lambda: f"cards {' '.join([self._card() for _ in range(self.random.choice((1, 1, 2, 3)))])}",
            "hole": lambda: f"hole {self._card()}",
            "down": lambda: f"down {self._card()}",
            "bet": lambda: self._bet(table),
            "withdraw": lambda: f"withdraw {self._place(table)}",
            "insure": lambda: f"insure {self._place(table)} {self.random.choice(AMOUNTS)}",
            "double": lambda: f"double {self._box()}{self._amounts()}",
            "split": lambda: f"split {self._box()}{self.random.choice(('', ' bob=first', ' bob=second'))}",
            "rescue": lambda: f"rescue {self._place(table)}",
            "shoe": lambda: f"shoe {self._shoe()}",
            "faceup": lambda: f"faceup {self._card()}",
            "together": lambda: f"together {self._card()} {self._card()}",
            "error_down": lambda: f"error_down {self._card()}",
            "report": lambda: self._report(table),
            "resolve": lambda: f"resolve {self.random.choice(('continue', 'reconstruct', 'discard', 'use_as_next'))}",
            "void": lambda: self._void(table),
            "correct": lambda: f"correct {self.random.choice(('stood', 'hit'))} {self._where(table)}",
        }
        without = ("peek", "no_more_bets", "proceed", "cut_card", "short", "interrupt", "undo")
        if word in write:
            return write[word]()
        return word if word in without else f"{word} {self._box()}"

    def _bet(self, table: Table) -> str:
        kinds = ["main", *self.rules.side_bets]
        kind = self.random.choice(kinds)
        cents: int | str = self.random.choice((0, *(AMOUNTS if kind == "main" else SIDES)))
        if kind == "main" and self.random.random() < 0.1:
            cents = "missing"
        return f"bet {self._place(table)} {kind}={cents}{self._unseen()}"

    def _void(self, table: Table) -> str:
        """Mostly of a wager, for a reason that the book has words for."""
        scope = self.random.choice(("round", "hand", "wager", "wager", "wager", "earlier"))
        what = {"round": "round", "hand": self._where(table), "wager": self._wager(table), "earlier": "earlier 1"}[
            scope
        ]
        return f"void {what} {self.random.choice((*REASONS, *[*self.rules.voids[scope].reasons] * 4))}"

    def _wager(self, table: Table) -> str:
        lying = [(place, kind) for place in (table.round.places if table.round else ()) for kind, _ in place.sides]
        if lying and self.random.random() < 0.7:
            place, side = self.random.choice(lying)
            return f"wager {place.box} {place.player} {side}"
        return f"wager {self._place(table)} {self.random.choice(('main', 'insurance', *self.rules.side_bets))}"

    def _report(self, table: Table) -> str:
        code = self.random.choice(self.codes)
        box, player = self._place(table).split()
        card = self.random.choice(table.round.dealer) if table.round and table.round.dealer else self._card()
        count = max(0, table.shoe.left + self.random.choice((-2, -1, 0, 1)))
        given = {"BOX": box, "PLAYER": player, "FELT_CARDS": self.random.choice("01"), "CARD": card, "CARDS": count}
        return " ".join(["report", code, *[str(given[each]) for each in ABOUT[code]]])

    def _shoe(self) -> str:
        word = self.random.choice((*STEPS, *SHOE))
        after: dict[str, Callable[[], str]] = {
            "set": lambda: "B blue",
            "replace": lambda: "C green",
            "inspect": lambda: self.random.choice(("dealer", "supervisor")),
            "decline": self._box,
            "cut": lambda: f"{self.random.choice(('employee', '1'))} 60",
            "cut_card": lambda: "60",
            "burn": self._card,
            "order_shuffle": lambda: self.random.choice(get_args(ShuffleReason)),
            "dealer": lambda: self.random.choice(("kim", "lou")),
            "replace_card": self._card,
        }
        return f"{word} {after[word]()}" if word in after else word

    # --- words

    def _card(self) -> str:
        if self.random.random() < 0.01:
            return f"T{self.random.choice('SHDC')}"
        rank = self.random.choice(self.ranks if self.random.random() < 0.7 else RANKS[0])
        return self.random.choice([card for card in DECK if card[0] == rank])

    def _box(self) -> str:
        return str(self.random.choice((*BOXES, *BOXES, 7)))

    def _place(self, table: Table) -> str:
        places = [f"{place.box} {place.player}" for place in table.round.places] if table.round else []
        if places and self.random.random() < 0.8:
            return self.random.choice(places)
        return f"{self._box()} {self.random.choice(PLAYERS)}"

    def _where(self, table: Table) -> str:
        boxes = [(box.number, len(box.hands)) for box in table.round.boxes] if table.round else []
        box, hands = self.random.choice(boxes or [(1, 1)])
        return self.random.choice((str(box), f"{box}.{self.random.randint(1, hands)}"))

    def _amounts(self) -> str:
        players = [player for player in PLAYERS if self.random.random() < 0.3]
        return "".join([f" {player}={self.random.choice(AMOUNTS)}" for player in players])

    def _unseen(self) -> str:
        return self.random.choice(("", "", "", " unnoticed"))
