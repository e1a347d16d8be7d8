"""Random rounds in which something goes wrong at the table, and is put right as the book has it.

A third of the seeds have errors; the others are the rounds of RandomRound. What goes wrong is drawn by a second
generator, so that wagers, cards and decisions begin as they would without errors.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from app.game import commands as c
from app.game.core.cards import DECK, copies
from app.game.core.rejections import Rejected
from app.game.core.state import MISSING, Hand, Round, Table
from app.game.core.turn import all_void, cards_out, offers_open
from app.game.decide import decide
from app.game.events import CardKept, HandDeferred, HandPassedOver, OffersReopened, ReaderSetAside, WagersVoided
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.game.subjects.irregularities.rulings import decided
from app.game.subjects.remedies.dealer_corrections import corrections
from app.game.subjects.wagers.missing_amounts import amounts_due, amounts_missing
from app.roundscript.error_lines import ABOUT
from app.roundscript.play_lines import commands_of
from app.roundscript.read import BadScript
from tests.agreement.known import KNOWN
from tests.agreement.rebuilt import corrected_sequence, tried
from tests.agreement.rounds import RandomRound

SHARE = 1 / 3
# How often each thing goes wrong, among what the book knows.
KINDS = {
    "face_up_card": 3,
    "foreign_card": 2,
    "impossible_card": 1,
    "card_not_awaited": 2,
    "error_card": 6,
    "error_card_unseen": 4,
    "burnt_in_error": 3,
    "two_cards_at_once": 4,
    "misplaced_card": 2,
    "card_to_empty_box": 2,
    "missed_card": 3,
    "missed_dealer_card": 2,
    "missed_hit": 5,
    "absent_player": 4,
    "missed_insurance_offer": 6,
    "missed_surrender_offer": 3,
    "shoe_empty": 2,
    "cards_missing": 1,
    "cards_in_excess": 1,
    "unshuffled_cards": 1,
    "shuffler_fault": 1,
    "interruption": 2,
    "reader_misused": 6,
    "reader_broken": 3,
    "reader_was_wrong": 3,
    "void_round": 1,
    "void_hand": 4,
    "void_wager": 4,
    "correct": 10,
    "undo": 4,
}
PASSED_OVER = ("missed_card", "missed_hit", "missed_dealer_card", "misplaced_card")
# Against an ace only; the dealer's first card is made one.
NEEDS_ACE = "missed_insurance_offer"
TAPS = ("hit", "stand", "double", "split", "surrender", "insure", "rescue", "proceed")


def random_round(rules: Ruleset, seed: int, *, errors: bool = False) -> RandomRound:
    """The random round of this seed; with errors, if it is one of those that have some."""
    late = errors and Random(f"late {seed}").random() < SHARE
    if errors and Random(f"share {seed}").random() < SHARE:
        return TroubledRound(rules, seed, late=late)
    return RandomRound(rules, seed, late=late)


class TroubledRound(RandomRound):
    """A random round with errors at the table."""

    def __init__(self, rules: Ruleset, seed: int, *, late: bool = False) -> None:
        self.chance = Random(f"errors {seed}")
        self.rebuilt: list[str] | None = None
        self.stuck = False
        self.by_itself: str | None = None
        self.refused: str | None = None
        self.difference: dict[Any, int] = {}
        super().__init__(rules, seed, late=late)
        self.plan = self._plan()
        if NEEDS_ACE in [kind for _, kind in self.plan] and self.chance.random() < 0.8:
            self.dealer_leaning = "ace"
        self.rebuilds = self.chance.random() < 0.25
        # SG rebuilds only what is undecided, so that such a round has to be stopped in the middle.
        self.stops_at = 1000
        if self.rebuilds and rules.remedies.reconstruct == "while_undecided":
            self.stops_at = self.chance.randint(2, 14)

    def _plan(self) -> list[tuple[int, str]]:
        """What is to go wrong, each with the step before which it does not."""
        known = [kind for kind in KINDS if kind not in self.rules.irregularities or self.rules.irregularities[kind]]
        if self.rules.id != "ma-pontoon-21-v3":
            known = [kind for kind in known if not kind.startswith("reader")]
        weights = [KINDS[kind] for kind in known]
        often = self.chance.choice((0, 1, 1, 1, 2, 2, 3))
        kinds = list(dict.fromkeys(self.chance.choices(known, weights, k=often)))
        if self.rules.id == "ma-pontoon-21-v3" and self.chance.random() < 0.1:
            kinds += [self.chance.choice(("face_up_card", "foreign_card"))] * 2
        return [(self.chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17)), kind) for kind in kinds]

    def _table(self) -> dict[str, Any]:
        """Few decks let cards be impossible; a shuffler can fail; a reader may be seen by players."""
        fields = super()._table()
        if self.chance.random() < 0.5:
            fields["decks"] = min(self.rules.table.decks)
        shufflers = [each for each in self.rules.table.shufflers if each == "continuous"]
        if shufflers and self.chance.random() < 0.2:
            fields["shuffler"] = shufflers[0]
        if self.rules.id == "ma-pontoon-21-v3":
            fields["reader_visible"] = self.chance.random() < 0.5
            if self.chance.random() < 0.3:
                fields["hole_card"] = "reader"
        return fields

    def _place_wagers(self) -> None:
        super()._place_wagers()
        if self.rules.side_bets and self.chance.random() < 0.12:
            self._side_without_main()

    def _side_without_main(self) -> None:
        """Nobody noticed that the main wager is missing that this needs."""
        kind = self.chance.choice(list(self.rules.side_bets))
        boxes = {wager["box"] for wager in self.wagers}
        box = self.chance.choice([*boxes, *[each for each in range(1, 8) if each not in boxes][:2]])
        entry = {"box": box, "player": "zoe", "seated": False, "noticed": False, kind: self.chance.choice((5_00, 7_50))}
        if self._wagered(entry, kind):
            self.wagers.append(entry)

    # --- the play

    def play(self) -> "TroubledRound":
        """Play the round to its end, to where it is stopped, or to a hold that cannot be resolved."""
        self._place_wagers()
        for step in range(600):
            stops = step >= self.stops_at and cards_out(self.table) and not offers_open(self._round)
            stops = (
                stops and not amounts_missing(self.table) and (self.table.held is None or bool(self.table.held.asked))
            )
            if stops or self._is_played_out(step):
                self._rebuild()
                return self
        raise AssertionError("a round has an end")

    def _is_played_out(self, step: int) -> bool:
        """One step on; whether there is none left."""
        table = self.table
        if table.held is not None:
            self.stuck = not self._resolve()
            return self.stuck
        assert table.round is not None
        if table.round.void is not None:
            return True
        # What is paid at once is not paid while its amount is due, and some choices hang on that.
        due = bool(amounts_due(table, self.rules))
        for planned in [each for each in self.plan if (each[0] <= step and not due) or table.round.complete]:
            if self._goes_wrong(planned[1]):
                self.plan.remove(planned)
                return False
        if table.round.complete:
            return True
        return not self._goes_on()

    def _goes_on(self) -> bool:
        questions = open_questions(self.table, self.rules)
        self.stuck = not questions
        if questions:
            self._line(self._answer(questions))
        return not self.stuck

    def _answer(self, questions: tuple[Question, ...]) -> str:
        """As ever; but a card that lies ready has to be called for, or may be refused."""
        questions = tuple([each for each in questions if not self._left_out(each)])
        if self.table.kept and not cards_out(self.table):
            return f"cards {self._any_card()}"  # the unseen card that lies ready is dealt before it
        if not self.table.kept:
            return super()._answer(questions)
        refusable = [each for each in questions if each.question == "resolve"]
        decisions = [each for each in questions if each.question == "decide"]
        if refusable and self.chance.random() < 0.6:
            return f"resolve {self.chance.choice(refusable[0].choices)} {refusable[0].box}"
        if decisions:
            line = self._decide(decisions[0])
            return f"hit {decisions[0].box}" if line.startswith("cards") else line
        if refusable:
            return f"resolve accept {refusable[0].box}"
        return super()._answer(questions)

    def _left_out(self, question: Question) -> bool:
        """An offer of less than the least coin."""
        if question.question not in ("insure", "surrender", "rescue"):
            return False
        return bool(question.limits) and question.limits[0].most_cents < (question.unit_cents or 1)

    def _resolve(self) -> bool:
        """Take one of the choices that are offered; some may turn out to be impossible."""
        questions = list(open_questions(self.table, self.rules))
        self.chance.shuffle(questions)
        for question in questions:
            choices = list(question.choices)
            self.chance.shuffle(choices)
            for choice in choices:
                if self._try(self._resolution(question, choice)):
                    return True
        return False

    def _resolution(self, question: Question, choice: str) -> str:
        held = self.table.held
        assert held is not None
        if choice == "choose":
            return f"resolve choose {self.chance.choice([held.card, *held.more])}"
        if choice == "void_hand" and (held.box is None or self.chance.random() < 0.3):
            return f"resolve void_hand {' '.join(self._some_hands())}"
        if held.asked:
            return f"resolve {choice} {question.box} {question.player}"
        return f"resolve {choice}"

    def _some_hands(self) -> list[str]:
        hands = [each for each, hand in _hands(self._round) if hand.done != "void"]
        return self.chance.sample(hands, min(len(hands), self.chance.choice((1, 1, 2)))) or ["1"]

    # --- what goes wrong

    def _goes_wrong(self, kind: str) -> bool:
        special: dict[str, Callable[[], str | None]] = {
            "face_up_card": lambda: f"faceup {self._any_card()}",
            "foreign_card": self._foreign,
            "impossible_card": self._impossible,
            "card_not_awaited": lambda: f"cards {self._any_card()}" if self._round.complete else None,
            "error_card_unseen": lambda: f"error_down {self._any_card()}",
            "two_cards_at_once": lambda: f"together {self._any_card()} {self._any_card()}",
            "shoe_empty": lambda: "short",
            "interruption": lambda: "interrupt",
            "cards_missing": lambda: self._counted(-1),
            "cards_in_excess": lambda: self._counted(1),
            "void_round": lambda: self._void("round", "round"),
            "void_hand": lambda: self._void(self.chance.choice(self._places()), "hand"),
            "void_wager": lambda: self._void(f"wager {self._some_wager()}", "wager"),
            "correct": self._correction,
            "undo": lambda: "undo" if self.lines and self.lines[-1].startswith(TAPS) else None,
            "reader_misused": self._misused,
        }
        if self._is_known(kind):
            return False
        line = special.get(kind, lambda: self._report(kind))()
        return line is not None and self._try(line)

    def _is_known(self, kind: str) -> bool:
        """Whether this would run into an open point, or cannot have happened now."""
        table = self.table
        return (
            self._is_open(kind)
            or (kind == "error_card_unseen" and bool(table.kept) and not cards_out(table))
            or (kind != "card_not_awaited" and all_void(self._round) and bool(self._round.boxes))
            or (kind in ("unshuffled_cards", "shuffler_fault") and not cards_out(table))
            or (kind == "absent_player" and self._round.complete)
        )

    def _is_open(self, kind: str) -> bool:
        """Whether it is not settled what becomes of this now."""
        if kind not in PASSED_OVER:
            return False
        missing = any(place.amount == MISSING for place in self._round.places)
        voids = [event for event in self.table.record if isinstance(event, WagersVoided) and event.of == "place"]
        back = {(box, player) for event in voids for box, _, player, _ in event.wagers}
        sides = any(place.sides for place in self._round.places if (place.box, place.player) in back)
        return (
            (missing and "passed over while an amount is missing" in KNOWN)
            or (sides and "side bets taken back before a second error" in KNOWN)
            or (self._happened(CardKept) and "passed over and a card that lay ready" in KNOWN)
        )

    @property
    def _round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def _any_card(self) -> str:
        return self._card(self.leaning.ranks, self.leaning.suits, 0.5)

    def _foreign(self) -> str:
        ten = f"T{self.chance.choice('SHDC')}"
        return f"{self.chance.choice(('cards', 'cards', 'faceup'))} {ten}"

    def _impossible(self) -> str | None:
        if "short" in self.lines:
            return None
        gone = [card for card in DECK if copies(self.table.shoe.drawn, card) >= self.table.shoe.decks]
        return f"{self.chance.choice(('cards', 'faceup'))} {self.chance.choice(gone)}" if gone else None

    def _counted(self, difference: int) -> str | None:
        """In the round; between rounds it ends in another set of cards, not in money."""
        if not cards_out(self.table) or "short" in self.lines:
            return None
        return f"report count_shoe {self.table.shoe.left + difference}"

    def _places(self) -> list[str]:
        """Boxes, and hands of boxes."""
        return [*[str(box.number) for box in self._round.boxes], *[each for each, _ in _hands(self._round)]] or ["1"]

    def _some_wager(self) -> str:
        place = self.chance.choice(self._round.places)
        kinds = ["main"] if place.main_cents else []
        kinds += [kind for kind, _ in place.sides]
        kinds += ["insurance"] if place.insurance_cents else []
        return f"{place.box} {place.player} {self.chance.choice(kinds or ['main'])}"

    def _void(self, what: str, scope: str) -> str | None:
        """For a reason that the book knows."""
        words = list(self.rules.voids[scope].reasons)
        return f"void {what} {self.chance.choice(words)}" if words else None

    def _correction(self) -> str | None:
        offered = corrections(self.table, self.rules) if self._round.dealt else ()
        if not offered:
            return None
        chosen = self.chance.choice(offered)
        several = any(box.number == chosen.box and len(box.hands) > 1 for box in self._round.boxes)
        hand = f".{chosen.hand}" if several else ""
        return f"correct {chosen.correction} {chosen.box}{hand}"

    def _misused(self) -> str | None:
        waits = self.table.config.hole_card == "reader" and self._round.hole is not None
        return self.chance.choice(("peek", "report reader_misused")) if waits else None

    def _report(self, code: str) -> str | None:
        words = []
        for about in ABOUT[code]:
            place = self.chance.choice(self._round.places)
            if code == "missed_surrender_offer" or code == "absent_player":
                place = self._place_in_turn() or place
            words.append({"BOX": str(place.box), "PLAYER": place.player}.get(about) or self.chance.choice("01"))
        return " ".join(["report", code, *words])

    def _place_in_turn(self) -> Any:
        """Mostly a box at which something is still to be decided."""
        undecided = {box.number for box in self._round.boxes if any(not hand.done for hand in box.hands)}
        places = [place for place in self._round.places if place.box in undecided]
        return self.chance.choice(places) if places else None

    # --- carrying out

    def _try(self, line: str) -> bool:
        """The line, unless it is refused: not every error can have happened at every moment."""
        before = self.table, len(self.events), len(self.moments)
        declared = line.startswith(("faceup", "short", "interrupt"))
        # With "resolve" to come the choice is written out, else it is taken by itself where it is the only one.
        self.dealing.next_word = "resolve" if declared and self.chance.random() < 0.5 else ""
        try:
            accepted = all(self._done(command) for command in commands_of(line, self.dealing))
        except BadScript:
            accepted = False
        if not accepted:
            self._back(*before)
            return False
        self._write_out(line)
        self.lines.append(line)
        if declared and self.table.held is None:
            self.by_itself = f"resolve {self.table.irregularities[-1].choice}"
        return True

    def _done(self, command: c.Command) -> bool:
        """The command and what turns itself up after it."""
        following: c.Command | None = command
        while following is not None:
            answer = decide(self.table, self.rules, following)
            if isinstance(answer, Rejected):
                return False
            self._apply(answer)
            following = self.dealing.turned_up_by_itself()
        return True

    def _back(self, table: Table, events: int, moments: int) -> None:
        self.dealing.table = table
        del self.events[events:], self.moments[moments:]

    def _line(self, line: str) -> None:
        self._write_out(line)
        super()._line(line)

    def _write_out(self, line: str) -> None:
        """A choice that was taken by itself stands in the script where another `resolve` follows."""
        if self.by_itself is not None and line.startswith("resolve"):
            self.lines.append(self.by_itself)
        self.by_itself = None

    def _rebuild(self) -> None:
        """The round as it should have been, if that is possible."""
        if self.table.held is not None and self.table.held.asked:
            return
        if self.rules.remedies.reconstruct == "while_undecided" and decided(self._round):
            return
        # What left the shoe unseen, or was burnt when the discards were shuffled, cannot be written in such a sequence.
        unseen = any(line.startswith(("error_down", "short")) for line in self.lines)
        if self.rebuilds and self._round.void is None and not unseen:
            self.rebuilt = corrected_sequence(self, self.chance)
            self.refused, self.difference = tried(self) if self.rebuilt is not None else (None, {})
            self.rebuilt = None if self.refused or self._is_open_point() else self.rebuilt

    def _is_open_point(self) -> bool:
        """Whether it is not settled what the corrected sequence makes of what had been declared."""
        reads = "peek" in (self.rebuilt or [])
        late = any(line.startswith(("insure", "surrender", "proceed")) for line in self.rebuilt or [])
        passed = self._happened(HandPassedOver) or self._happened(HandDeferred)
        return (
            ("reconstruction after a hand was passed over" in KNOWN and passed)
            or ("taps for a void box" in KNOWN and self._taps_for_a_void_box())
            or ("reading before the reader broke" in KNOWN and reads and self._happened(ReaderSetAside))
            or ("late offer in a reconstruction" in KNOWN and late and self._happened(OffersReopened))
        )

    def _taps_for_a_void_box(self) -> bool:
        voids = [event for event in self.table.record if isinstance(event, WagersVoided)]
        boxes = {str(box) for event in voids for box, *_ in (*event.hands, *event.wagers)}
        lines = [line.split() for line in self.rebuilt or [] if line.startswith(TAPS) and " " in line]
        return any(words[1].partition(".")[0] in boxes for words in lines)

    def _happened(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.table.record)

    def script(self) -> dict[str, Any]:
        script = super().script()
        if self.rebuilt is not None:
            script["reconstruct"] = {"reason": "found_out", "play": "\n".join(self.rebuilt)}
        return script


def _hands(round_: Round) -> list[tuple[str, Hand]]:
    return [(f"{box.number}.{n}", hand) for box in round_.boxes for n, hand in enumerate(box.hands, 1)]
