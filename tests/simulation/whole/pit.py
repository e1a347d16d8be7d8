"""The people at one table: a dealer who plays whatever the table asks, and supervisors who put right what went wrong.

They see their screens and the felt, and nothing of the server. What is asked is offered by the newest view, so it has
to be accepted, unless the table has moved on meanwhile; what is not offered has to be refused.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from app.game.core.state import Table
from app.game.core.turn import peek_due
from app.game.questions import Question, open_questions
from device_simulators.bot.betting import Limits, bettors, boxes_taken
from device_simulators.bot.habits import Habits, happens
from device_simulators.bot.shoe_procedure import ShoeProcedure
from device_simulators.bot.strategy import choose, doubles, insurance, keeps
from device_simulators.bot.view import Question as Asked
from device_simulators.bot.view import View
from tests.simulation.whole.felt import JAM, LOCKED, Felt
from tests.simulation.whole.invariants import Stream, holds
from tests.simulation.whole.screens import Json, Person, Screen
from tests.simulation.whole.world import World

OVER = ("complete", "void")
LEAST_CARDS_FOR_A_ROUND = 120
HABITS = Habits(box_taken=0.25, alone=0.35, bettor_behind=0.2, new_shoe=0.02, new_dealer=0.05)
LOOKS_EVERY_S = 0.01
# A hand needs so long for an act.
QUICKEST_S, SLOWEST_S = 0.01, 0.08
# After so long without a word a dealer types, where the line is away.
PATIENCE_S = 1.5
MOST_STEPS = 3_000
# Refusals of what had been offered that say no more than that the table has moved on, or may not be asked just now.
MOVED_ON = ("question_closed", "table_holds", "not_on_duty", "amount_due")
# So often something is asked that has to be refused, and a round is declared void for no reason of the table's.
NONSENSE, VOID = 0.02, 0.002
REASONS = ("other", "interruption", "fraud")
SAID = {"fraud": "A marked card was found."}


class Staff(NamedTuple):
    """Who works at a table."""

    dealers: tuple[Person, ...]
    supervisors: tuple[Person, Person]


class Pit:
    """One table and its people."""

    def __init__(self, world: World, felt: Felt, staff: Staff, dealer: Screen, decks: int) -> None:
        self.world, self.felt, self.staff, self.screen, self._decks = world, felt, staff, dealer, decks
        self.dice = Random(f"pit/{world.seed}/{felt.number}")
        self._procedure = ShoeProcedure(HABITS, self.dice)
        self.on_duty = staff.dealers[0]
        self.counts: Counter[str] = Counter()
        self._passed: set[str] = set()
        self._cut_depth: int | None = None
        self._called = False
        self.disputed = False
        self._shuffle_ordered = False
        self._types = False
        self._owed_since_s: float | None = None
        self._stuck = 0

    # --- what is known

    @property
    def stream(self) -> Stream:
        """The log of the table."""
        return self.world.invariants.stream(f"table:{self.felt.number}")

    @property
    def table(self) -> Table:
        """The table as the log has it: what the supervisor finds when he compares felt and record."""
        return self.stream.table

    def offered(self) -> tuple[Question, ...]:
        """What is asked now, by the log."""
        assert self.stream.rules is not None
        return open_questions(self.table, self.stream.rules)

    def owed(self) -> list[str]:
        """The cards that lie on the felt and not in the record."""
        return self.felt.owed(self.stream, self.world.invariants.secrets)

    def excess(self) -> Counter[str]:
        """The cards that are in the record and do not lie on the felt."""
        return self.felt.excess(self.stream, self.world.invariants.secrets)

    @property
    def up_to_date(self) -> bool:
        """Whether the dealer's screen shows the table as it is."""
        return self.screen.connected and self.screen.version == self.stream.version

    def quiet(self) -> bool:
        """Whether all that the shoe has told is in the record, and nothing more happens by itself."""
        return not self.goes_on()

    def goes_on(self) -> str:
        """What is still going on."""
        server = self.world.keeper(self.felt.number)
        if server is None or self.world.store.away:
            return "no server"
        actor = server.tables.live().get(self.felt.number)
        if actor is None or not server.tables.devices.attends(self.felt.number):
            return "no table"
        if not self.up_to_date:
            return "screen"
        if actor.waiting or actor._answering is not None:
            return "table"
        if self.felt.under_way() or self.world.network.under_way(self.felt.host):
            return "line"
        health = server.tables.devices.of(self.felt.number).health()
        if not health or any(each.waiting for each in health):
            return "reports"
        if self.table.held is None and (self.table.laid_by or self._turns_up_by_itself()):
            return "by itself"
        return ""

    def _turns_up_by_itself(self) -> bool:
        """The dealer's face-down card, unless offers are open that can be closed, or one that is kept."""
        round_, asked = self.table.round, self.offered()
        if round_ is None or not round_.bets_closed or any(each.question == "proceed" for each in asked):
            return False
        return any(each.question == "turn_up" and not each.box for each in asked)

    def _between_shoes(self) -> bool:
        """Whether the cards are being shuffled, so that none of them lies in a shoe."""
        return self.table.preparation is not None or not self.table.shoe.decks

    # --- a round

    async def play(self) -> None:
        """One round, from the wagers to its end, whatever goes wrong meanwhile."""
        before = self.stream.rounds + self.stream.voided
        self._types = self.dice.random() < 0.3
        self._passed.clear()
        self._called = self.dice.random() < 0.4
        await self._between_rounds()
        for _ in range(MOST_STEPS):
            self.world.check()
            if self.stream.rounds + self.stream.voided > before and self._rests():
                return
            await self._step()
        raise AssertionError(f"table {self.felt.number} does not finish its round: {self.says()}")

    def says(self) -> str:
        """Where the table stands, for whoever has to look."""
        held = self.table.held
        asked = [each.id for each in self.offered()]
        return (
            f"{self.felt.placed}, version {self.stream.version}, screen {self.screen.version}, hold"
            f" {held and (held.irregularity, held.detail)}, asked {asked}, owed {self.owed()}, excess {self.excess()},"
            f" goes on {self.goes_on()!r}, disputed {self.disputed}, errors {self.felt.shoe.errors},"
            f" link {self.felt.device.end.shown()}, line {self.felt.device.line.connected}, counts {self.counts},"
            f" health {self._health()}"
        )

    def _health(self) -> Any:
        server = self.world.keeper(self.felt.number)
        return server and server.tables.devices.of(self.felt.number).health()

    def _rests(self) -> bool:
        round_ = self.table.round
        over = round_ is None or round_.complete
        if not over or self.table.held is not None:
            return False
        return self.disputed or self._between_shoes() or not (self.owed() or self.table.laid_by)

    async def _between_rounds(self) -> None:
        left = len(self.felt.shoe.supply.left)
        if happens(self.dice, HABITS.new_dealer):
            await self._relieve()
        low = left < LEAST_CARDS_FOR_A_ROUND and left + len(self.felt.lying()) >= self._decks * 40
        if (low or self.disputed or happens(self.dice, HABITS.new_shoe)) and not self._asked("shoe"):
            await self._supervise({"type": "OrderShuffle", "reason": "discretion"})

    def _asked(self, kind: str) -> list[Question]:
        return [each for each in self.offered() if each.question == kind]

    async def _step(self) -> None:
        """The next thing that somebody does."""
        await asyncio.sleep(self.dice.uniform(QUICKEST_S, SLOWEST_S))
        if not self.up_to_date or self._turns_up_by_itself():
            await asyncio.sleep(LOOKS_EVERY_S)
            return
        if await self._compare():
            return
        if self.dice.random() < NONSENSE:
            await self._nonsense()
        elif self.dice.random() < VOID and self.table.round is not None and self.table.round.bets_closed:
            await self._void()
        elif self.table.held is not None:
            await self._resolve()
        else:
            await self._answer()

    async def _nonsense(self) -> None:
        """What nobody is offered, or may not ask: it has to be refused."""
        closed = f"{self.table.rounds_dealt + 7}.decide.1.1.1.2"
        command, asks = self.dice.choice(
            (
                ({"type": "Stand", "box": 1}, closed),
                ({"type": "Hit", "box": 1}, None),
                ({"type": "Proceed"}, closed),
                ({"type": "OrderShuffle", "reason": "discretion"}, None),
                ({"type": "Double", "box": 9, "amounts": []}, closed),
                ({"type": "SignRemedy", "seen": "0" * 64}, None),
                ({"type": "Proceed"}, None),
            )
        )
        answer = await self.screen.order({"id": self._id(), "question": asks, "command": command})
        self.counts["nonsense that was refused"] += 1
        holds("offered: what is not offered is refused", not answer["ok"], command, asks, answer)

    # --- the felt and the record

    async def _compare(self) -> bool:
        """Whether something had to be done, or waited for, so that the record has the cards that lie there."""
        if self.disputed or self._between_shoes():
            return False
        owed, excess = self.owed(), self.excess()
        if not owed and not excess:
            self._owed_since_s = None
            return False
        self._owed_since_s = self._owed_since_s or self.world.loop.now_s
        if not self.quiet():
            waited_s = self.world.loop.now_s - self._owed_since_s
            if owed and self._types and waited_s > PATIENCE_S and not self.felt.device.line.connected and not excess:
                return await self._type(owed[0])
            if self.table.held is not None:
                return False
            await asyncio.sleep(LOOKS_EVERY_S)
            return True
        if self.table.held is not None:
            return False
        if excess or not await self._type(owed[0]):
            self._dispute(owed, excess)
        return True

    async def _type(self, card: str) -> bool:
        """The dealer types the card, as the answer to the question that takes one."""
        asked = [each for each in self.offered() if each.question in ("card", "hole", "decide") or each.step == "burn"]
        if not asked or self.table.held is not None:
            return False
        self.counts["cards typed"] += 1
        answer = await self._order({"type": "TypeCard", "card": card}, asked[0].id)
        return bool(answer["ok"]) or answer["problem"]["code"] in MOVED_ON

    def _dispute(self, owed: list[str], excess: Counter[str]) -> None:
        """Record and felt differ for good: only a new shoe helps. Something has to explain it."""
        explained = self.felt.explained()
        holds("cards: the record has the cards that left the shoe", bool(explained), self.says(), owed, excess)
        self.disputed = True
        self.counts["shoes in dispute"] += 1
        self.world.journal.add(f"table {self.felt.number} disputes its shoe: {owed} {sorted(excess)} {explained}")

    # --- holds

    async def _resolve(self) -> None:
        """A supervisor looks at the cards and says what is so."""
        if not self.disputed and not self.quiet():
            await asyncio.sleep(LOOKS_EVERY_S)
            self._stuck += 1
            if self._stuck % 100:
                return
        held, asked = self.table.held, self.offered()
        if held is None or not asked:
            return
        question = asked[0]
        choices = [each for each in question.choices if each not in ("void_round", "reconstruct")]
        if not choices:
            await self._void()
            return
        await self._supervise(self._choice(question, choices), question.id)
        self._stuck += 1
        if self._stuck > 300 and self._stuck % 50 == 1:
            await self._void()

    def _choice(self, question: Question, choices: list[Any]) -> Json:
        held = self.table.held
        assert held is not None
        choice, more = self.dice.choice(choices), dict[str, Any]()
        owed = self.owed()
        if held.irregularity == "device_doubt":
            enters = bool(owed) and not self.disputed and "enter_card" in choices
            choice, more = ("enter_card", {"card": owed[0], "another": True}) if enters else ("continue", {})
            if "taken_back" in choices and not enters and self.excess():
                choice = "taken_back"
        elif held.irregularity == "keyed_differs":
            choice = "another_card" if self._is_further() else "same_card"
        if question.player is not None:
            more |= {"box": question.box, "player": question.player}
        return {"type": "Resolve", "choice": choice, **more}

    def _is_further(self) -> bool:
        """Whether the card that the shoe tells lies there beside all that were typed."""
        held = self.table.held
        assert held is not None
        told = self.world.invariants.secrets.known.get(held.commitment or "")
        return told is not None and self.excess()[told.card] == 0

    async def _void(self) -> bool:
        """Two supervisors sign that the round is void; one of them alone does not."""
        held = self.table.held
        for reason in (*((held.irregularity,) if held is not None else ()), *REASONS):
            remedy = {"type": "Void", "scope": "round", "reason": reason, "words": SAID.get(reason, "")}
            path = f"/tables/{self.felt.number}/remedies/preview"
            status, said = await self.staff.supervisors[0].ask("POST", path, {"remedy": remedy})
            if status < 400 and said["seal"] and said["refused"] is None:
                return await self._signed(remedy, said["seal"])
        self.counts["voids that the book has not"] += 1
        return False

    async def _signed(self, remedy: Json, seal: str) -> bool:
        first, second = self.staff.supervisors if self.dice.random() < 0.5 else self.staff.supervisors[::-1]
        sign: Json = {"type": "SignRemedy", "remedy": remedy, "seen": seal}
        done = [await self._supervise(sign, signers=(signer,)) for signer in (first, first, second)]
        holds("signatures: nobody signs twice", not (done[0] and done[1]), remedy)
        self.counts["rounds voided by two"] += done[2]
        return done[2]

    # --- questions

    async def _answer(self) -> None:
        view = View({"version": self.screen.version, "book": self.table.ruleset_hash, "table": self.screen.view})
        asked = {each.kind: each for each in reversed(view.questions) if each.id not in self._passed}
        if "shoe" in asked and view.phase in ("shoe", "betting", *OVER):
            await self._shoe_step(view)
        elif view.phase in OVER or (view.phase == "betting" and not self.screen.view["places"]):
            await self._bet(view)
        elif view.phase == "betting" and "turn_up" in asked:
            await self._turn_up(asked["turn_up"], view)
        elif view.phase == "betting" and "card" not in asked and "hole" not in asked:
            await asyncio.sleep(LOOKS_EVERY_S)
        elif view.phase == "betting" and not self._called:
            self._called = True
            await self._order({"type": "CloseBets"})
        else:
            await self._play(view, asked)

    async def _play(self, view: View, asked: dict[str, Asked]) -> None:
        for kind in ("insure", "surrender", "rescue", "decide", "peek", "proceed", "turn_up"):
            if kind in asked:
                await getattr(self, f"_{kind}")(asked[kind], view)
                return
        if "shoe" in asked:
            await self._shoe_step(view)
        elif "card" in asked or "hole" in asked:
            await self._draw()
        else:
            await asyncio.sleep(LOOKS_EVERY_S)

    async def _shoe_step(self, view: View) -> None:
        command = self._procedure.answer(view)
        if command is None:
            await self._draw()
            return
        question = command.pop("question")
        if command["type"] == "PlaceCutCard":
            self._cut_depth = command["cards"]
        if command["type"] == "LoadShoe":
            self.felt.load(self._decks, self._cut_depth)
            self._cut_depth = None
            self.disputed = self._shuffle_ordered = False
        if command.get("who") == "supervisor":
            await self._supervise(command, question)
        else:
            await self._order(command, question)

    async def _bet(self, view: View) -> None:
        if not self.table.closed and view.phase in OVER:
            await self._order({"type": "OpenBetting"})
        for bettor in bettors(view, boxes_taken(Limits.of(view), HABITS, self.dice), HABITS, self.dice):
            at = {"type": "PlaceWager", "box": bettor.box, "player": bettor.player, "seated": bettor.seated}
            for kind, cents in (("main", bettor.main_cents), *bettor.sides.items()):
                if not (await self._order({**at, "kind": kind, "cents": cents}))["ok"]:
                    return

    async def _insure(self, question: Asked, _view: View) -> None:
        cents = insurance(question, HABITS, self.dice)
        if cents is None:
            self._passed.add(question.id)
            return
        await self._order(
            {"type": "Insure", "box": question.box, "player": question.player, "cents": cents}, question.id
        )

    async def _surrender(self, question: Asked, _view: View) -> None:
        if happens(self.dice, HABITS.surrender):
            await self._order({"type": "Surrender", "box": question.box}, question.id)
        else:
            self._passed.add(question.id)

    async def _rescue(self, question: Asked, _view: View) -> None:
        if happens(self.dice, HABITS.rescue):
            at = {"box": question.box, "player": question.player, "hand": question.hand or 1}
            await self._order({"type": "TakeBackDouble", **at}, question.id)
        else:
            self._passed.add(question.id)

    async def _proceed(self, question: Asked, _view: View) -> None:
        await self._order({"type": "Proceed"}, question.id)

    async def _turn_up(self, question: Asked, _view: View) -> None:
        command = {"type": "TurnUpBox", "box": question.box} if question.box else {"type": "TurnUpKept"}
        await self._order(command, question.id)

    async def _peek(self, _question: Asked, _view: View) -> None:
        round_ = self.table.round
        hole = self.world.invariants.secrets.known.get((round_ and round_.hole) or "")
        version = self.stream.version
        if hole is not None and "reader" in self.felt.devices:
            self.felt.insert(hole.card)
        await self._until(
            lambda: self.stream.version > version or self.table.round is None or not peek_due(self.table), 1.0
        )

    async def _decide(self, question: Asked, view: View) -> None:
        box, hand = question.box or 0, question.hand or 1
        if box not in view.boxes or "accept" in question.choices:
            await self._order({"type": "AcceptCard", "box": box}, question.id)
            return
        choice = choose(question, view.boxes[box][hand - 1], view.dealer or ("7S",), HABITS, self.dice)
        if choice == "hit" and happens(self.dice, 0.5):
            await self._draw()
            return
        command: Json = {"type": choice.capitalize(), "box": box}
        if choice == "double":
            amounts = doubles(question, question.player, HABITS, self.dice)
            command["amounts"] = [list(each) for each in amounts.items()]
        elif choice == "split":
            kept = keeps(question, HABITS, self.dice)
            command["keeps"] = [[player, ("first", "second").index(half)] for player, half in kept.items()]
        await self._order(command, question.id)

    # --- the shoe

    async def _draw(self) -> None:
        """A card, and wait for what comes of it; what a shoe does not tell is seen when the felt is compared."""
        version, behind = self.stream.version, self.felt.shoe.supply.behind_cut_card
        why = self.felt.press()
        if why:
            await self._free(why)
            return
        cut_card_came = behind is not None and self.felt.shoe.supply.behind_cut_card is None
        told = await self._until(lambda: self.stream.version > version, 0.4)
        if self.disputed and not told and await self._until(self.quiet, 20.0) and self.stream.version == version:
            await self._type(self.felt.shoe.supply.drawn[-1].card)
        if cut_card_came and self.stream.version == version:
            await self._until(self.quiet, 2.0)
            if self.stream.version == version:
                await self._order({"type": "DrawCutCard"})

    async def _free(self, why: str) -> None:
        """The shoe lets nothing out."""
        self.counts[f"shoe {why}"] += 1
        errors = sorted(self.felt.shoe.errors)
        if why in LOCKED and errors and self.felt.placed.dialect == "bee-tek":
            self.felt.clear(errors)
        elif why in LOCKED and errors:
            any_of_them = self.felt.placed.dialect == "angel-eye"
            await self._wish(f"clear-error {0 if any_of_them else JAM if JAM in errors else errors[0]}")
        elif why == "locked" and self.felt.shoe.locked:
            await self._wish("unlock")
        elif why == "impossible":
            self.disputed = True
            await self._supervise({"type": "OrderShuffle", "reason": "discretion"})
        await asyncio.sleep(0.1)

    async def _wish(self, words: str) -> None:
        supervisor = self.staff.supervisors[0]
        body = {"id": self._id(), "wish": words}
        await supervisor.ask("POST", f"/devices/{self.felt.name('shoe')}/wishes", body)

    # --- asking

    def _id(self) -> str:
        return str(UUID(int=self.dice.getrandbits(128), version=4))

    async def _until(self, true: Callable[[], bool], longest_s: float) -> bool:
        deadline_s = self.world.loop.now_s + longest_s
        while not true():
            if self.world.loop.now_s > deadline_s:
                return False
            await asyncio.sleep(LOOKS_EVERY_S)
        return True

    async def _order(self, command: Json, question: str | None = None) -> Json:
        """The dealer taps; what was offered has to be accepted."""
        seen = self.screen.version
        order = {"id": self._id(), "question": question, "command": command}
        answer = await self.screen.order(order)
        self.counts[f"{command['type']}"] += 1
        if answer["ok"]:
            await self._until(lambda: self.screen.version >= answer["version"], 30.0)
        else:
            self._refused(command, question, seen, answer["problem"])
        return answer

    def _refused(self, command: Json, question: str | None, seen: int, problem: Json) -> None:
        self.counts[f"refused {command['type']} {problem['code']}"] += 1
        details = problem["details"] or {}
        same = details.get("version") == seen and question in [each.id for each in self.offered()]
        holds("offered: what is offered is accepted", not (question and same), command, question, problem)

    async def _supervise(self, command: Json, question: str | None = None, signers: tuple[Person, ...] = ()) -> bool:
        """A supervisor orders; whether it was done."""
        supervisor = self.dice.choice(self.staff.supervisors)
        signed = [{"who": each.name, "pin": each.pin} for each in signers]
        id_ = self._id()
        order = {"id": id_, "question": question, "command": command, "signed_by": signed}
        status, said = await supervisor.ask("POST", f"/tables/{self.felt.number}/orders", order)
        acknowledgements = self.screen._acknowledgements
        if status == 200:
            acknowledgements.accepted(self.felt.number, id_, said)
        else:
            self.counts[f"refused {command['type']} {said['code']}"] += 1
            acknowledgements.turned_down(id_, said["code"])
        return status == 200

    async def _relieve(self) -> None:
        """Another dealer takes the table."""
        relief = self.dice.choice([each for each in self.staff.dealers if each is not self.on_duty])
        if await self._supervise({"type": "ChangeDealer", "dealer": relief.name}):
            self.on_duty = relief
            self.screen.drop()
            await self._until(lambda: self.up_to_date, 60.0)
