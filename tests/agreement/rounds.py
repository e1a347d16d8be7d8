"""Random lawful rounds: wagers, cards and decisions chosen by a seeded generator from what the table awaits.

Cards are not dealt evenly. Each round has a leaning (pairs, aces, sevens, a dealer's pontoon...), since the clauses
that differ between books are about hands that an even deal shows once in ten thousand rounds.
"""

from random import Random
from typing import Any, NamedTuple

from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import DECK, Card, copies
from app.game.core.rejections import Accepted
from app.game.core.state import DEALER, Table
from app.game.decide import decide
from app.game.events import Event
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.roundscript.dealing import Dealing
from app.roundscript.first_shoe import standard_opening
from app.roundscript.play_lines import commands_of
from app.roundscript.read import table_config

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
ANY = "A23456789JQK"
WEIGHTS = {"hit": 5, "stand": 4, "double": 4, "split": 8, "surrender": 1}
SPLITS = WEIGHTS | {"split": 90, "hit": 30, "stand": 30, "double": 1}
PLANNED = 0.97
MOSTLY = 0.8


class Leaning(NamedTuple):
    """Which cards a round leans to, and what its players like to do; a plan is the players' first cards in order."""

    ranks: str = ANY
    suits: str = "SHDC"
    often: float = 0.8
    dealer: str | None = None
    weights: dict[str, int] = WEIGHTS
    plan: str = ""


LEANINGS = (
    Leaning(),
    Leaning("8"),
    Leaning("AA8K"),
    Leaning("A", weights=WEIGHTS | {"split": 30}),
    Leaning("7"),
    Leaning("7", "S", 0.97, "seven", WEIGHTS | {"hit": 30}),
    Leaning("7", "H", 0.97, "seven", WEIGHTS | {"hit": 30}),
    Leaning("678", "SH", 0.95, weights=WEIGHTS | {"hit": 20}),
    Leaning("678", "D", 0.95, weights=WEIGHTS | {"hit": 20}),
    Leaning("2345A", weights=WEIGHTS | {"hit": 30}),
    Leaning("23A", often=0.95, weights=WEIGHTS | {"hit": 60}),
    Leaning("56A4", weights=WEIGHTS | {"double": 12}),
    Leaning("KQJA"),
    Leaning("KA", dealer="pontoon"),
    Leaning("83K", dealer="pontoon", weights=WEIGHTS | {"split": 30}),
    Leaning("83K", often=0.95, dealer="pontoon", weights=WEIGHTS | {"split": 60, "stand": 1, "double": 1}),
    Leaning("56", dealer="pontoon", weights=WEIGHTS | {"double": 20}),
    Leaning(dealer="soft_17"),
    Leaning(dealer="pontoon", plan="AK"),
    Leaning(dealer="pontoon", weights=SPLITS, plan="883K9"),
    Leaning(dealer="pontoon", weights=SPLITS, plan="993Q7"),
    Leaning(dealer="pontoon", weights=SPLITS, plan="776J8"),
    Leaning(dealer="pontoon", weights=WEIGHTS | {"double": 60}, plan="652"),
    Leaning(dealer="pontoon", weights=WEIGHTS | {"surrender": 60}, plan="K6"),
    Leaning(weights=SPLITS, plan="8888888"),
    Leaning(weights=SPLITS, plan="AAAA"),
    Leaning("7", "C", 0.97, "seven", WEIGHTS | {"hit": 60, "stand": 1, "double": 1, "split": 1}, "777"),
    Leaning(dealer="pontoon", weights=WEIGHTS | {"split": 60}, plan="AA"),
)
DEALERS = ("even", "pontoon", "ace", "picture", "seven", "low", "soft_17")
DEALER_FIRST = {"pontoon": "AKQJ", "ace": "A", "picture": "KQJ", "seven": "7", "low": "23456", "soft_17": "A6"}


class RandomRound:
    """Plays one round and keeps it as a script; `late`: some amounts follow the first card, all else is the same."""

    def __init__(self, rules: Ruleset, seed: int, *, late: bool = False) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.when = Random(seed) if late else None
        self.amounts: dict[tuple[int, str], int] = {}
        self.rules = rules
        self.lines: list[str] = []
        self.events: list[Event] = []
        self.moments: list[Table] = []
        self.wagers: list[dict[str, Any]] = []
        self.fields = self._table()
        self.dealing = Dealing(EMPTY, rules)
        self.leaning = self.random.choice(LEANINGS)
        self.dealer_leaning = self.leaning.dealer or self.random.choice(DEALERS)
        config = table_config(self._config(), tuple(rules.side_bets))
        for command in (c.OpenTable(config), *standard_opening(rules, config)):
            self._do(command)

    # --- the table and the wagers

    def _table(self) -> dict[str, Any]:
        """A [table] with the limits and options that settlements depend on."""
        pick = self.random.choice
        fields: dict[str, Any] = {"minimum": pick((5_00, 10_00)), "maximum": pick((200_00, 1000_00))}
        fields["smallest_chip"] = pick((1, 50, 2_50, 5_00))
        fields["hole_card"] = pick(self.rules.table.hole_cards)
        return fields | self._more_limits()

    def _more_limits(self) -> dict[str, Any]:
        """Limits of side bets and doubles, and of a player's boxes; drawn apart, so that all else is the same."""
        chance, fields = Random(f"limits {self.seed}"), dict[str, Any]()
        if self.rules.table.one_box_unless_permitted and chance.random() < MOSTLY:
            fields["boxes_per_player"] = 7
        if self.rules.side_bets and chance.random() < 0.2:
            fields["side_maximum"] = 7_50
        if self.rules.wagers.in_multiples and chance.random() < 0.3:
            fields["increment"] = chance.choice((2_50, 5_00))
        return fields

    def _config(self) -> dict[str, Any]:
        cents = {"minimum", "maximum", "smallest_chip", "side_maximum", "increment"}
        return {f"{key}_cents" if key in cents else key: value for key, value in self.fields.items()}

    def play(self) -> "RandomRound":
        """Play the round to its end."""
        self._place_wagers()
        for _ in range(400):
            questions = open_questions(self.dealing.table, self.rules)
            assert self.dealing.table.round is not None
            if self.dealing.table.round.complete:
                return self
            self._line(self._answer(questions))
        raise AssertionError("a round has an end")

    def _place_wagers(self) -> None:
        count = 1 if self.leaning.plan else self.random.choice((1, 1, 1, 2, 2, 3))
        if self.leaning.plan == "777":
            count = self.random.choice((1, 2))
        boxes = sorted(self.random.sample(range(1, 8), count))
        for box in boxes:
            seated = self.random.random() < 0.8
            players = self.random.sample(PLAYERS, self.random.choice((1, 1, 2, 3)))
            for index, player in enumerate(players):
                self._wager(box, player, seated and index == 0)
        if self.when is not None:
            self._forget_amounts(self.when)

    def _wager(self, box: int, player: str, seated: bool) -> None:
        entry: dict[str, Any] = {"box": box, "player": player, "seated": seated}
        main = self.random.choice((10_00, 15_00, 20_00, 25_00, 50_00, 100_00, 12_50, 33_33))
        entry["main"] = main - main % self.fields.get("increment", 1)
        if self.random.random() < 0.08:
            entry["main"] = self.random.choice((2_00, 4_50, 150_00, 190_00, 900_00))
            entry["noticed"] = False
        for kind in self.rules.side_bets:
            if self.random.random() < 0.4:
                entry[kind] = self.random.choice((5_00, 7_50, 10_00))
        accepted = [self._wagered(entry, kind) for kind in ("main", *self.rules.side_bets) if kind in entry]
        refused = {"main", *self.rules.side_bets} - set(accepted)
        if any(accepted):
            self.wagers.append({key: value for key, value in entry.items() if key not in refused})

    def _forget_amounts(self, when: Random) -> None:
        """Some of the main wagers lie there without their amount; not where it says who decides for the box."""
        for entry in self.wagers:
            on_box = [each for each in self.wagers if each["box"] == entry["box"]]
            plain = self.rules.wagers.unseated_controller != "highest" or len(on_box) == 1
            fits = entry.get("main", 0) <= self.fields["maximum"]
            if "main" in entry and fits and (plain or any(each["seated"] for each in on_box)) and when.random() < 0.7:
                self.amounts[entry["box"], entry["player"]] = entry.pop("main")
                entry["missing"] = True
                at = entry["box"], entry["player"], "main", 0, entry["seated"], entry.get("noticed", True)
                self._do(c.PlaceWager(*at, missing=True))

    def _amount_now(self, questions: tuple[Question, ...]) -> str | None:
        """A line that enters an amount: of the first that is due, or of any that may come."""
        asked = [each for each in questions if each.question == "amount"]
        if self.when is None or not asked:
            return None
        if questions[0].question == "amount":
            return self._amount(asked[0])
        return self._amount(self.when.choice(asked)) if self.when.random() < 0.15 else None

    def _amount(self, asked: Question) -> str:
        """With an amount within no limits: as it lies there all the same."""
        assert asked.box is not None
        assert asked.player is not None
        cents = self.amounts[asked.box, asked.player]
        command = c.PlaceWager(asked.box, asked.player, "main", cents)
        fits = isinstance(decide(self.dealing.table, self.rules, command), Accepted)
        return f"bet {asked.box} {asked.player} main={cents}{'' if fits else ' unnoticed'}"

    def _wagered(self, entry: dict[str, Any], kind: str) -> str | None:
        command = c.PlaceWager(
            entry["box"], entry["player"], kind, entry[kind], entry["seated"], entry.get("noticed", True)
        )
        answer = decide(self.dealing.table, self.rules, command)
        if not isinstance(answer, Accepted):
            return None
        self._apply(answer)
        return kind

    # --- the play

    def _answer(self, questions: tuple[Question, ...]) -> str:
        """A line that answers one of the open questions."""
        amount = self._amount_now(questions)
        if amount is not None:
            return amount
        offers = [each for each in questions if each.question in ("insure", "surrender", "rescue")]
        if offers and self.random.random() < 0.5:
            return self._offer(self.random.choice(offers))
        by_kind = {each.question: each for each in questions}
        if "decide" in by_kind:
            return self._decide(by_kind["decide"])
        for kind in ("peek", "hole", "card"):
            if kind in by_kind:
                return {"peek": "peek"}.get(kind) or self._draw(by_kind[kind])
        return "proceed"

    def _offer(self, offer: Question) -> str:
        if offer.question == "surrender":
            return f"surrender {offer.box}"
        if offer.question == "rescue":
            return f"rescue {offer.box}.{offer.hand} {offer.player}"
        unit = offer.unit_cents or 1
        units = self.random.randint(1, offer.limits[0].most_cents // unit)
        units = self.random.choice((units, offer.limits[0].most_cents // unit))
        return f"insure {offer.box} {offer.player} {units * unit}"

    def _decide(self, question: Question) -> str:
        choice = self.random.choices(question.choices, [self.leaning.weights[each] for each in question.choices])[0]
        if choice == "hit":
            return self._draw(question)
        if choice == "double":
            return f"double {question.box}{self._amounts(question)}"
        if choice == "split":
            return f"split {question.box}{self._keeps(question)}"
        return f"{choice} {question.box}"

    def _amounts(self, question: Question) -> str:
        if self.random.random() < 0.4 and all(each.least_cents <= each.most_cents for each in question.limits):
            return ""
        words = []
        for limit in question.limits:
            if limit.player == question.player or (
                self.random.random() < 0.5 and limit.least_cents <= limit.most_cents
            ):
                cents = self.random.choice((limit.most_cents, self.random.randint(limit.least_cents, limit.most_cents)))
                cents = max(cents // (question.unit_cents or 1) * (question.unit_cents or 1), limit.least_cents)
                words.append(f" {limit.player}={cents}")
        return "".join(words)

    def _keeps(self, question: Question) -> str:
        assert self.dealing.table.round is not None
        box = next(each for each in self.dealing.table.round.boxes if each.number == question.box)
        hands = ("first", "second") if self.rules.play.decliners_hand == "chosen" else ("first",)
        words = [
            f" {stake.player}={self.random.choice(hands)}"
            for stake in box.hands[(question.hand or 1) - 1].live
            if stake.player != question.player and self.random.random() < 0.4
        ]
        return "".join(words)

    # --- cards

    def _draw(self, question: Question) -> str:
        if question.question == "hole":
            return f"hole {self._card(self._dealer_second(), often=PLANNED)}"
        if question.box == DEALER:
            return f"cards {self._card(self._dealer_ranks(), often=PLANNED)}"
        planned = self._planned()
        if planned:
            return f"cards {self._card(planned, self.leaning.suits, PLANNED)}"
        return f"cards {self._card(self.leaning.ranks, self.leaning.suits, self.leaning.often)}"

    def _planned(self) -> str:
        """The rank that the plan has for the next card of the players."""
        round_ = self.dealing.table.round
        assert round_ is not None
        dealt = sum(len(hand.cards) for box in round_.boxes for hand in box.hands)
        return self.leaning.plan[dealt : dealt + 1]

    def _dealer_ranks(self) -> str:
        round_ = self.dealing.table.round
        assert round_ is not None
        if len(round_.dealer) == 1:
            return self._dealer_second()
        return ANY if round_.dealer else DEALER_FIRST.get(self.dealer_leaning, ANY)

    def _dealer_second(self) -> str:
        round_ = self.dealing.table.round
        assert round_ is not None
        first = round_.dealer[0][0]
        if self.dealer_leaning == "soft_17":
            return "6" if first == "A" else "A"
        if self.dealer_leaning != "pontoon":
            return ANY
        return "KQJ" if first == "A" else "A"

    def _card(self, ranks: str, suits: str = "SHDC", often: float = 0.8) -> Card:
        """A card that the shoe still holds, mostly of the wanted ranks."""
        shoe = self.dealing.table.shoe
        wanted, suit = (ranks, suits) if self.random.random() < often else (ANY, "SHDC")
        hole = [opened.card for opened in self.dealing.sealed.values()]
        left = [card for card in DECK if copies(shoe.drawn, card) + hole.count(card) < shoe.decks]
        fitting = [card for card in left if card[0] in wanted and card[1] in suit]
        return self.random.choice(fitting or left)

    # --- carrying out

    def _line(self, line: str) -> None:
        self.lines.append(line)
        for command in commands_of(line, self.dealing):
            self._do(command)
            while (turned := self.dealing.turned_up_by_itself()) is not None:
                self._do(turned)

    def _do(self, command: c.Command) -> None:
        answer = decide(self.dealing.table, self.rules, command)
        assert isinstance(answer, Accepted), f"offered but refused: {command} {answer}"
        self._apply(answer)

    def _apply(self, answer: Accepted) -> None:
        self.events.extend(answer.events)
        for event in answer.events:
            self.dealing.table = apply(self.dealing.table, event)
        self.moments.append(self.dealing.table)

    @property
    def table(self) -> Table:
        """The table as the round left it."""
        return self.dealing.table

    def script(self) -> dict[str, Any]:
        """The round as a round script."""
        return {"ruleset": self.rules.id, "play": "\n".join(self.lines), "table": self.fields, "wager": self.wagers}


def script_text(script: dict[str, Any]) -> str:
    """The script as a TOML file."""
    lines = [f'ruleset = "{script["ruleset"]}"', 'play = """', script["play"], '"""', "", "[table]"]
    lines += [f"{key} = {_toml(value)}" for key, value in script["table"].items()]
    for wager in script["wager"]:
        lines += ["", "[[wager]]", *[f"{key} = {_toml(value)}" for key, value in wager.items()]]
    if rebuilt := script.get("reconstruct"):
        lines += ["", "[reconstruct]", f'reason = "{rebuilt["reason"]}"', 'play = """', rebuilt["play"], '"""']
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
