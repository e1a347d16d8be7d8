"""A table of the core behind the interface that the bot plays through, with its shoe, its reader and its intake.

A card that is pressed out of the shoe goes where the table awaits it, as the server's intake sends it: to the rack when
a burn is due, face down as the hole card or to a box that squeezes, else face up.
"""

from typing import Any

import orjson

from app.game import commands as c
from app.game.core.apply import EMPTY, apply
from app.game.core.cards import MAKES_PONTOON, Card
from app.game.core.rejections import Rejected
from app.game.core.state import TableConfig, numbered_hands
from app.game.core.turn import lies_face_down
from app.game.decide import decide
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.game.views.audiences import dealer_view
from app.language.rendering import say
from app.roundscript.dealing import Dealing
from app.store.codec import encode
from tests.bot.shoe import Shoe

Json = dict[str, Any]

PLAIN = (
    c.ChangeDealer, c.BringSet, c.DoStep, c.FinishShuffle, c.DeclineCut, c.CutCards, c.PlaceCutCard, c.LoadShoe,
    c.OrderShuffle, c.OpenBetting, c.PlaceWager, c.PermitSqueeze, c.CloseBets, c.Insure, c.Surrender, c.Hit, c.Stand,
    c.Double, c.Split, c.TakeBackDouble, c.Proceed,
)  # fmt: skip
COMMANDS = {command.__name__: command for command in PLAIN}


class CoreTable:
    """The table and its shoe: both interfaces of the bot."""

    def __init__(self, rules: Ruleset, config: TableConfig, seed: int) -> None:
        self._dealing = Dealing(EMPTY, rules)
        self._rules = rules
        self._shoe = Shoe(seed)
        self._version = 0
        self._cut_depth: int | None = None
        self._view: Json = {}
        self._viewed = -1
        self._must(c.OpenTable(config))

    # --- what the bot calls

    async def view(self) -> Json:
        """The dealer's view in plain JSON, made once for each version."""
        if self._viewed != self._version:
            shown: Json = orjson.loads(encode(dealer_view(self._dealing.table, self._rules)))
            self._view = {"version": self._version, "book": self._rules.id, "table": shown}
            self._viewed = self._version
        return self._view

    async def wait(self, newer_than: int) -> Json:
        """The view, which has to be newer: nobody else acts on this table."""
        assert self._version > newer_than, "nothing happened"
        return await self.view()

    async def do(self, command: Json) -> Json:
        """Let the core decide; a command that answers a question is refused when that is not open any more."""
        question = command.get("question")
        if question is not None and question not in {each.id for each in self._asked()}:
            return {"accepted": False, "code": "not_asked", "message": "That question is not open."}
        refused = self._one(self._command({key: value for key, value in command.items() if key != "question"}))
        if refused is not None:
            return {"accepted": False, "code": refused.code, "message": say(refused.message)}
        self._loaded(command)
        return {"accepted": True, "code": None, "message": None}

    async def press(self) -> None:
        """What leaves the shoe now goes where the table awaits it."""
        self._must(c.DrawCutCard() if self._shoe.cut_card_is_next() else self._placed(self._shoe.draw()))

    async def stack(self, cards: list[str]) -> None:
        """Put these cards to the front of the shoe."""
        self._shoe.stack([Card(card) for card in cards])

    # --- the intake

    def _placed(self, card: Card) -> c.Command:
        asked = self._asked()
        kinds = {each.question: each for each in asked}
        if any(each.step == "burn" for each in asked):
            return c.BurnCard(self._dealing.put_face_down(card))
        if "hole" in kinds:
            return c.DrawFaceDown(self._dealing.put_face_down(card), hole=True)
        target = kinds.get("card") or kinds["decide"]
        round_ = self._dealing.table.round
        if round_ is not None and target.box in round_.squeezing:
            return c.DrawFaceDown(self._dealing.put_face_down(card))
        return c.DrawCard(card)

    def _command(self, json: Json) -> c.Command:
        name, fields = json["type"], {key: _tuples(value) for key, value in json.items() if key != "type"}
        if name == "ReadHole":
            return c.ReadHole(self._dealer_has_pontoon())
        if name == "TurnUpBox":
            return c.TurnUpBox(fields["box"], self._face_down(fields["box"]))
        command: c.Command = COMMANDS[name](**fields)
        return command

    def _dealer_has_pontoon(self) -> bool:
        """What the reader says: one bit."""
        round_ = self._dealing.table.round
        assert round_ is not None and round_.hole is not None
        both = round_.dealer[0][0] + self._dealing.sealed[round_.hole].card[0]
        return "A" in both and both != "AA" and all(rank in MAKES_PONTOON for rank in both)

    def _face_down(self, box: int) -> tuple[Any, ...]:
        round_ = self._dealing.table.round
        assert round_ is not None
        hand = next(hand for _, hand in numbered_hands(round_, box) if lies_face_down(hand))
        return tuple([self._dealing.sealed[down.commitment] for down in hand.down])

    def _loaded(self, command: Json) -> None:
        if command["type"] == "PlaceCutCard":
            self._cut_depth = command["cards"]
        if command["type"] == "LoadShoe":
            self._shoe.load(self._dealing.table.config.decks, self._cut_depth)
            self._cut_depth = None

    # --- the core

    def _asked(self) -> tuple[Question, ...]:
        return open_questions(self._dealing.table, self._rules)

    def _must(self, command: c.Command) -> None:
        refused = self._one(command)
        assert refused is None, refused

    def _one(self, command: c.Command) -> Rejected | None:
        """The command, and what turns itself up because of it."""
        next_: c.Command | None = command
        while next_ is not None:
            answer = decide(self._dealing.table, self._rules, next_)
            if isinstance(answer, Rejected):
                return answer
            for event in answer.events:
                self._dealing.table = apply(self._dealing.table, event)
            next_ = self._dealing.turned_up_by_itself()
        self._version += 1
        return None


def _tuples(value: Any) -> Any:
    return tuple([_tuples(each) for each in value]) if isinstance(value, list) else value
