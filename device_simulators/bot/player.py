"""Plays one round after another on a table: answers what the table asks, and nothing else.

Every act is the answer to an open question, by its id, or a card let out of the shoe. Between rounds the dealer may
change, the cards may be shuffled, and the shoe is made ready as the book has it.
"""

from collections.abc import Callable
from random import Random

from device_simulators.bot.betting import Limits, bettors, boxes_taken
from device_simulators.bot.habits import Habits, happens
from device_simulators.bot.interface import Json, ShoeInterface, TableInterface
from device_simulators.bot.pace import Pace
from device_simulators.bot.pay.books import BOOKS
from device_simulators.bot.pay.played import Bettor, PlayedRound
from device_simulators.bot.record import Record, Unrecorded
from device_simulators.bot.shoe_procedure import CARDS_PER_DECK, ShoeProcedure
from device_simulators.bot.stacking import stacked
from device_simulators.bot.strategy import choose, doubles, insurance, keeps
from device_simulators.bot.view import Question, View

# No round takes as many acts; a table that goes on asking is a fault of the table.
MOST_ACTS = 2_000
DEALERS = ("dealer1", "dealer2", "dealer3")
OVER = ("complete", "void")
# Where the book has no rule for the cutting card, the cards are shuffled before the shoe can run out.
LEAST_CARDS_FOR_A_ROUND = 100


class Stuck(Exception):
    """The table refused what it had asked for, or asks nothing that a player or dealer can answer."""


class Player:
    """Everybody at the table, in one."""

    def __init__(
        self,
        table: TableInterface,
        shoe: ShoeInterface,
        habits: Habits,
        dice: Random,
        pace: Pace,
        new_record: Callable[[], Record] = Record,
    ) -> None:
        self._table = table
        self._shoe = shoe
        self._habits = habits
        self._dice = dice
        self._pace = pace
        self._procedure = ShoeProcedure(habits, dice)
        self._new_record = new_record
        self._record = new_record()
        self.dealt = 0  # how many cards have left the shoe
        self._passed: set[str] = set()
        self._answers = {
            "insure": self._insure,
            "surrender": self._surrender,
            "rescue": self._rescue,
            "decide": self._decide,
            "turn_up": self._turn_up,
            "peek": self._peek,
            "proceed": self._proceed,
        }

    async def look(self) -> View:
        """The table as it is now."""
        return View(await self._table.view())

    async def play_round(self) -> tuple[PlayedRound, View]:
        """A whole round from the shoe to the last card; what was played, and the table as it stands then."""
        await self.open_round()
        return self._record.played, await self._play()

    async def open_round(self) -> None:
        """What comes before the first card: the shoe, the bets, and "no more bets"."""
        self._record, self._passed = self._new_record(), set()
        await self._between_rounds()
        await self.make_shoe_ready()
        await self._bet()

    async def finish_round(self) -> View:
        """What somebody else has begun, to its last card; nothing is known of what was done before."""
        self._record, self._passed = Unrecorded(), set()
        view = await self.look()
        if view.asked("shoe"):
            await self.make_shoe_ready()
        if view.phase == "betting" and not view.places:
            await self._place_bets(view)
        if view.asked("bets") and not view.bets_are_closed:
            await self._do("wager", {"type": "CloseBets"})
        return await self._play()

    async def make_shoe_ready(self) -> None:
        """Answer what is asked about the shoe until it asks nothing more."""
        for _ in range(MOST_ACTS):
            view = await self.look()
            if not view.asked("shoe"):
                return
            await self._next_step(view)
        raise Stuck("the shoe is never ready")

    # --- between rounds

    async def _between_rounds(self) -> None:
        if happens(self._dice, self._habits.new_dealer):
            await self._do("shoe", {"type": "ChangeDealer", "dealer": self._dice.choice(DEALERS)})
        view = await self.look()
        low = self.dealt > view.config["decks"] * CARDS_PER_DECK - LEAST_CARDS_FOR_A_ROUND
        if not view.asked("shoe") and (low or happens(self._dice, self._habits.new_shoe)):
            await self._do("shoe", {"type": "OrderShuffle", "reason": "discretion"})
            if happens(self._dice, self._habits.new_set):
                await self._do("shoe", self._procedure.bring_set(replaces=True))

    async def _next_step(self, view: View) -> None:
        command = self._procedure.answer(view)
        if command is None:
            await self._press(view)
            return
        await self._do("shoe", command)
        if command["type"] == "LoadShoe":
            self.dealt = 0

    async def _bet(self) -> None:
        view = await self.look()
        await self._do("wager", {"type": "OpenBetting"})
        await self._place_bets(view)
        await self._do("wager", {"type": "CloseBets"})

    async def _place_bets(self, view: View) -> None:
        boxes = boxes_taken(Limits.of(view), self._habits, self._dice)
        betting = bettors(view, boxes, self._habits, self._dice)
        for bettor in betting:
            await self._place(bettor)
        if BOOKS[view.book].squeeze:
            await self._squeeze(boxes)
        if happens(self._dice, self._habits.stacked):
            hole = view.config["hole_card"] != "none"
            await self._shoe.stack(stacked(self._dice, len(boxes), hole=hole))

    async def _place(self, bettor: Bettor) -> None:
        at: Json = {"type": "PlaceWager", "box": bettor.box, "player": bettor.player, "seated": bettor.seated}
        for kind, cents in (("main", bettor.main_cents), *bettor.sides.items()):
            await self._do("wager", {**at, "kind": kind, "cents": cents})
        self._record.bet(bettor)

    async def _squeeze(self, boxes: list[int]) -> None:
        """Where the book has it, a box may be dealt face down."""
        for box in boxes:
            if happens(self._dice, self._habits.squeeze):
                await self._do("wager", {"type": "PermitSqueeze", "box": box})

    # --- the round

    async def _play(self) -> View:
        """Answer until the round is over."""
        self._record.deal()
        for _ in range(MOST_ACTS):
            view = await self.look()
            if view.phase in OVER:
                self._record.see(view)
                return view
            await self._act(view)
        raise Stuck(f"the round never ends: the table stands at {view.phase}")

    async def _act(self, view: View) -> None:
        """Answer the first question that is not passed over; else a card is due."""
        if view.asked("shoe") and view.phase in ("shoe", "betting"):
            await self.make_shoe_ready()
            return
        if view.phase not in ("betting", "shoe"):
            self._record.see(view)
        for question in view.questions:
            answer = self._answers.get(question.kind)
            if answer is not None and question.id not in self._passed:
                await answer(question, view)
                return
        if not view.asked("card") and not view.asked("hole") and not view.asked("decide"):
            raise Stuck(f"at {view.phase} the table asks only {[each.kind for each in view.questions]}")
        await self._press(view)

    async def _insure(self, question: Question, _view: View) -> None:
        cents = insurance(question, self._habits, self._dice)
        if cents is None:
            self._passed.add(question.id)
            return
        box, player = _box(question), question.player or ""
        await self._answer(question, {"type": "Insure", "box": box, "player": player, "cents": cents})
        self._record.insure(box, player, cents)

    async def _surrender(self, question: Question, _view: View) -> None:
        if not happens(self._dice, self._habits.surrender):
            self._passed.add(question.id)
            return
        await self._surrender_box(question)

    async def _surrender_box(self, question: Question) -> None:
        await self._answer(question, {"type": "Surrender", "box": _box(question)})
        self._record.surrender(_box(question))

    async def _rescue(self, question: Question, _view: View) -> None:
        if not happens(self._dice, self._habits.rescue):
            self._passed.add(question.id)
            return
        box, hand, player = _box(question), question.hand or 1, question.player or ""
        await self._answer(question, {"type": "TakeBackDouble", "box": box, "player": player, "hand": hand})
        self._record.rescue(box, hand, player)

    async def _proceed(self, question: Question, _view: View) -> None:
        await self._answer(question, {"type": "Proceed"})

    async def _peek(self, question: Question, _view: View) -> None:
        await self._answer(question, {"type": "ReadHole"})

    async def _turn_up(self, question: Question, _view: View) -> None:
        if not question.box:
            raise Stuck("the dealer's face-down card is not turned up by itself")
        await self._answer(question, {"type": "TurnUpBox", "box": question.box})

    async def _decide(self, question: Question, view: View) -> None:
        box, hand = _box(question), question.hand or 1
        cards = view.boxes[box][hand - 1]
        choice = choose(question, cards, view.dealer, self._habits, self._dice)
        if choice == "surrender":
            await self._surrender_box(question)
        elif choice == "double":
            await self._double(question, box, hand)
        elif choice == "split":
            await self._split(question, box, hand)
        elif choice == "hit" and happens(self._dice, self._habits.draws_without_asking):
            await self._press(view)
        else:
            await self._answer(question, {"type": choice.capitalize(), "box": box})

    async def _double(self, question: Question, box: int, hand: int) -> None:
        amounts = doubles(question, question.player, self._habits, self._dice)
        await self._answer(
            question, {"type": "Double", "box": box, "amounts": [list(each) for each in amounts.items()]}
        )
        self._record.double(box, hand, amounts)

    async def _split(self, question: Question, box: int, hand: int) -> None:
        kept = keeps(question, self._habits, self._dice)
        places = [[player, ("first", "second").index(half)] for player, half in kept.items()]
        await self._answer(question, {"type": "Split", "box": box, "keeps": places})
        self._record.split(box, hand, kept)

    # --- acts

    async def _answer(self, question: Question, command: Json) -> None:
        await self._do("decision", {"question": question.id, **command})

    async def _do(self, act: str, command: Json) -> None:
        await self._pace.take_time(act, self._dice)
        answer = await self._table.do(command)
        if not answer["accepted"]:
            raise Stuck(f"{command['type']} was refused: {answer['code']}, {answer['message']}")

    async def _press(self, view: View) -> None:
        await self._pace.take_time("card", self._dice)
        await self._shoe.press()
        self.dealt += 1
        await self._table.wait(view.version)


def _box(question: Question) -> int:
    assert question.box is not None, question.kind
    return question.box
