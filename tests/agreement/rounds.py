"""Random lawful rounds: wagers, cards and decisions chosen by a seeded generator from what the table awaits.

Cards are not dealt evenly. Each round has a leaning (pairs, aces, sevens, a dealer's pontoon...), since the clauses
that differ between books are about hands that an even deal shows once in ten thousand rounds.
"""

from random import Random
from typing import Any

from app.game import commands as c
from app.game.apply import EMPTY, apply
from app.game.awaiting import Question, awaiting
from app.game.cards import DECK, Card, copies
from app.game.decide import decide
from app.game.events import Event
from app.game.flow import hole_due
from app.game.rejections import Accepted
from app.game.rules.ruleset import Ruleset
from app.game.state import DEALER, Table
from app.roundscript.lines import Dealing, commands_of
from app.roundscript.opening import standard_opening
from app.roundscript.read import table_config

PLAYERS = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
LEANINGS: dict[str, str] = {
    "even": "A23456789JQK",
    "pairs": "8",
    "aces": "AA8K",
    "sevens": "7",
    "small": "23456A",
    "doubles": "56A4",
    "tens": "KQJA",
}
DEALER_LEANINGS = ("even", "pontoon", "ace", "picture", "seven", "low")
WEIGHTS = {"hit": 5, "stand": 4, "double": 4, "split": 8, "surrender": 1}


class RandomRound:
    """Plays one round and keeps it as a script."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.random = Random(seed)
        self.rules = rules
        self.lines: list[str] = []
        self.events: list[Event] = []
        self.moments: list[Table] = []
        self.wagers: list[dict[str, Any]] = []
        self.fields = self._table()
        self.dealing = Dealing(EMPTY)
        self.leaning = self.random.choice(list(LEANINGS))
        self.dealer_leaning = self.random.choice(DEALER_LEANINGS)
        self.suited = self.random.random() < 0.4
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
        return fields

    def _config(self) -> dict[str, Any]:
        cents = {"minimum", "maximum", "smallest_chip"}
        return {f"{key}_cents" if key in cents else key: value for key, value in self.fields.items()}

    def play(self) -> "RandomRound":
        """Play the round to its end."""
        self._place_wagers()
        for _ in range(400):
            questions = awaiting(self.dealing.table, self.rules)
            assert self.dealing.table.round is not None
            if self.dealing.table.round.complete:
                return self
            self._line(self._answer(questions))
        raise AssertionError("a round has an end")

    def _place_wagers(self) -> None:
        boxes = sorted(self.random.sample(range(1, 8), self.random.choice((1, 1, 1, 2, 2, 3))))
        for box in boxes:
            seated = self.random.random() < 0.8
            players = self.random.sample(PLAYERS, self.random.choice((1, 1, 2, 3)))
            for index, player in enumerate(players):
                self._wager(box, player, seated and index == 0)

    def _wager(self, box: int, player: str, seated: bool) -> None:
        entry: dict[str, Any] = {"box": box, "player": player, "seated": seated}
        entry["main"] = self.random.choice((10_00, 15_00, 20_00, 25_00, 50_00, 100_00, 12_50, 33_33))
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
        choice = self.random.choices(question.choices, [WEIGHTS[each] for each in question.choices])[0]
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
                words.append(f" {limit.player}={cents}")
        return "".join(words)

    def _keeps(self, question: Question) -> str:
        assert self.dealing.table.round is not None
        box = next(each for each in self.dealing.table.round.boxes if each.number == question.box)
        hands = ("first", "second") if self.rules.play.decliners_hand == "chosen" else ("first",)
        words = [
            f" {stake.player}={self.random.choice(hands)}"
            for stake in box.hands[(question.hand or 1) - 1].stakes
            if stake.player != question.player and self.random.random() < 0.4
        ]
        return "".join(words)

    # --- cards

    def _draw(self, question: Question) -> str:
        if question.question == "hole":
            return f"hole {self._card(self._dealer_second())}"
        if question.box == DEALER:
            return f"cards {self._card(self._dealer_ranks())}"
        return f"cards {self._card(LEANINGS[self.leaning])}"

    def _dealer_ranks(self) -> str:
        round_ = self.dealing.table.round
        assert round_ is not None
        if len(round_.dealer) == 1:
            return self._dealer_second()
        if round_.dealer:
            return LEANINGS["even"]
        return {"pontoon": "AKQJ", "ace": "A", "picture": "KQJ", "seven": "7", "low": "23456"}.get(
            self.dealer_leaning, LEANINGS["even"]
        )

    def _dealer_second(self) -> str:
        round_ = self.dealing.table.round
        assert round_ is not None
        if self.dealer_leaning != "pontoon":
            return LEANINGS["even"]
        return "KQJ" if round_.dealer[0][0] == "A" else "A"

    def _card(self, ranks: str) -> Card:
        """A card that the shoe still holds, four times in five of the wanted ranks."""
        shoe = self.dealing.table.shoe
        wanted = ranks if self.random.random() < 0.8 else LEANINGS["even"]
        suits = "S" if self.suited and self.random.random() < 0.8 else "SHDC"
        hole = [opened.card for opened in self.dealing.sealed.values()]
        left = [card for card in DECK if copies(shoe.drawn, card) + hole.count(card) < shoe.decks]
        fitting = [card for card in left if card[0] in wanted and card[1] in suits]
        return self.random.choice(fitting or left)

    # --- carrying out

    def _line(self, line: str) -> None:
        self.lines.append(line)
        for command in commands_of(line, self.dealing):
            self._do(command)
            while hole_due(self.dealing.table, self.rules):
                assert self.dealing.table.round is not None and self.dealing.table.round.hole is not None
                self._do(c.TurnUpHole(self.dealing.sealed[self.dealing.table.round.hole]))

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
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
