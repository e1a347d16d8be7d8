"""Keeps one table going: plays it while nobody else deals there, and is the hands at the shoe while a visitor does.

It watches the table with a supervisor's eyes, who is not sent away when the dealer changes, and looks anew at what is
so before it does anything. Whatever keeps it from playing is said once, and tried again after a while.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from device_simulators.bot.habits import ORDINARY
from device_simulators.bot.interface import Json
from device_simulators.bot.pace import Pace
from device_simulators.bot.player import OVER, Player, Stuck
from device_simulators.bot.record import LostTrack, Unrecorded
from device_simulators.bot.terminal.feed import Away, Feed, Late
from device_simulators.bot.terminal.people import SESSION, NotSignedIn, Tokens
from device_simulators.bot.terminal.service import NoAnswer, Service
from device_simulators.bot.terminal.shoe import DeviceRefused, InsertedInto
from device_simulators.bot.terminal.table import Place, ServedTable
from device_simulators.bot.view import View
from device_simulators.demo.hands import DemoShoe, Hands, Wanted, wanted
from device_simulators.demo.pressing import NotNow

# What keeps a table from being played for a while.
STOPS = (Stuck, LostTrack, Away, Late, NoAnswer, NotSignedIn, DeviceRefused)
HABITS = replace(ORDINARY, new_dealer=0.05, new_set=0.0, stacked=0.02, double_for_less=0.0)
BETWEEN = ("", "shoe", *OVER)
FOR_EVER_S = 60.0
# A card that was let out is most often at the table long before.
ANSWERED_S = 2.0
OK = 200
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long, in seconds, the demo waits: until it takes a table that a visitor has left; for taps that a card would
    cut off; until it looks whether the visitor is still there; for one who does nothing; after something went wrong,
    the first time and at most."""

    left_s: float = 10.0
    option_s: float = 12.0
    look_s: float = 5.0
    idle_s: float = 300.0
    again_s: float = 1.0
    longest_s: float = 30.0


# For tests, which play without a pause.
BRISK = Patience(left_s=1.0, option_s=0.5, look_s=0.5, again_s=0.2, longest_s=2.0)


@dataclass(frozen=True, slots=True)
class Manner:
    """How the demo plays."""

    pace: Pace
    patience: Patience
    dice: Random


class Attendant:
    """One table of the demo."""

    def __init__(self, place: Place, tokens: Tokens, shoe: DemoShoe, reader: InsertedInto | None, manner: Manner,
                 say: Say) -> None:  # fmt: skip
        self._place, self._tokens, self._shoe, self._reader = place, tokens, shoe, reader
        self._pace, self._patience, self._dice = manner.pace, manner.patience, manner.dice
        self._tell = say
        self._service = Service(place.server, place.own_address)
        self._hands = Hands(shoe, reader)
        self._own = tuple([each.who for each in place.staff.dealers])
        self._watching: Feed | None = None
        self._said = ""
        self._visited = False
        self._quiet_since = -1, 0.0
        self._under_way: int | None = None
        self._wait_s = self._patience.again_s
        self._pressing = asyncio.Lock()
        self._let_out_at = -1  # the version at which a card was let out that the table does not know yet

    async def attend(self) -> None:
        """Go on until cancelled."""
        try:
            while True:
                try:
                    await self._look_after(await self._look())
                except STOPS as stopped:
                    await self._recover(str(stopped))
                except Exception as fault:  # of the demo itself: the table is looked at anew
                    await self._recover(f"a fault of the demo, {type(fault).__name__}: {fault}")
        finally:
            await self._look_away()
            self._service.close()

    # --- looking

    async def _look(self) -> View:
        """The table as it is now."""
        if self._watching is None:
            supervisor = self._place.staff.supervisor
            token = await self._tokens.of(supervisor, self._service)
            url = f"{self._place.server}/ws/v1/tables/{self._place.number}"
            self._watching = Feed(url, token, audience="dealer", own_address=self._place.own_address,
                                  heard=self._tell_of_its_end)  # fmt: skip
            await self._watching.open()
        await self._watching.until(lambda: True, "a view")
        return self._seen(self._watching.view)

    def _seen(self, table: Json) -> View:
        assert self._watching is not None
        return View({"version": self._watching.version, "book": table["sign"]["ruleset"], "table": table})

    def _tell_of_its_end(self, message: Json, _at_ns: int) -> None:
        """Say so when a round is over that was seen under way, whoever dealt it."""
        if "view" not in message:
            return
        view = self._seen(message["view"])
        if view.phase in OVER and view.round == self._under_way:
            self._say(_round_over(view))
        self._under_way = None if view.phase in (*BETWEEN, "betting") else view.round

    async def _look_away(self) -> None:
        if self._watching is not None:
            await self._watching.close()
            self._watching = None

    async def _moves(self, view: View, within_s: float) -> bool:
        """Whether anything happens at the table within so long."""
        assert self._watching is not None
        watching = self._watching
        try:
            await watching.until(lambda: watching.version > view.version, "anything", within_s)
        except Late:
            return False
        return True

    def _others_deal(self, view: View) -> bool:
        return view.on_duty not in ("", *self._own)

    # --- what is to be done

    async def _look_after(self, view: View) -> None:
        if view.hold is not None:
            await self._wait_for_remedy(view)
        elif self._others_deal(view):
            self._visited = True
            await self._lend_hands(view)
        elif self._visited and await self._is_taken_again():
            return
        else:
            self._visited = False
            await self._play(view)

    async def _is_taken_again(self) -> bool:
        """Whether another visitor comes to a table that one has left."""
        self._say_once(f"nobody deals: the demo takes it again in {self._patience.left_s:.0f} s")
        await asyncio.sleep(self._patience.left_s)
        return self._others_deal(await self._look())

    async def _wait_for_remedy(self, view: View) -> None:
        held = view.hold or {}
        self._say_once(
            f"holds for {held.get('irregularity')} until that is resolved, at the dealer's screen or the floor's"
        )
        while (await self._look()).hold is not None:
            await self._moves(await self._look(), FOR_EVER_S)

    async def _recover(self, stopped: str) -> None:
        """Something is in the way; most often somebody has just taken the table, which the next look shows."""
        await self._look_away()
        for person in (self._place.staff.supervisor, *self._place.staff.dealers):
            await self._tokens.forget_if_over(person, self._service)
        if self._wait_s > self._patience.again_s:
            self._say_once(f"cannot be played for now: {stopped}")
        await asyncio.sleep(self._wait_s)
        self._wait_s = min(2 * self._wait_s, self._patience.longest_s)

    # --- playing it

    async def _play(self, view: View) -> None:
        """Round after round, until something is in the way."""
        table = ServedTable(self._place, self._tokens, self._shoe, self._reader)
        try:
            await table.open(present=view.on_duty)
            self._say_once(f"{table.dealer} deals")
            player = Player(table, self._shoe, HABITS, self._dice, self._pace, Unrecorded)
            self._shoe.guard = self._stop_if_others_deal
            while True:
                await self._play_round(player)
        finally:
            self._shoe.guard = None
            await table.close()

    async def _play_round(self, player: Player) -> None:
        view = await player.look()
        player.dealt = await self._shoe.dealt(view.config["decks"])
        if view.phase in BETWEEN:
            await player.play_round()
        else:
            await player.finish_round()
        self._wait_s = self._patience.again_s
        await self._pace.take_time("round", self._dice)

    def _stop_if_others_deal(self) -> None:
        assert self._watching is not None
        if self._watching.view["on_duty"] not in self._own:
            raise Stuck("somebody else deals here now")

    # --- hands for a visitor

    async def _lend_hands(self, view: View) -> None:
        """Draw what the table asks for, for as long as a visitor deals; come back when nothing happens any more."""
        self._say_once(f"{view.on_duty} deals; the demo draws the cards that the table asks for")
        while self._others_deal(view) and view.hold is None:
            what = wanted(view)
            if what is not None and not self._hands.has_done(what):
                await self._lend_a_hand(view, what)
            elif not await self._moves(view, self._patience.look_s) and (why := await self._why_gone(view)):
                self._say_once(f"{view.on_duty} {why}; the demo takes the table again")
                await self._play(view)
            view = await self._look()

    async def _why_gone(self, view: View) -> str:
        """What says that the visitor is gone who deals, if anything does."""
        if view.version != self._quiet_since[0]:
            self._quiet_since = view.version, asyncio.get_running_loop().time()
        if asyncio.get_running_loop().time() - self._quiet_since[1] > self._patience.idle_s:
            return f"has done nothing for {self._patience.idle_s / 60:.0f} minutes"
        token = await self._tokens.of(self._place.staff.supervisor, self._service)
        status, said = await self._service.ask("GET", "/api/v1/sessions", token=token)
        away = status == OK and view.on_duty not in [each["person"] for each in said["sessions"]]
        return "is signed in nowhere" if away else ""

    async def _lend_a_hand(self, view: View, what: Wanted) -> None:
        """At the pace of a hand; what has changed meanwhile is looked at anew."""
        waits_s = self._patience.option_s if what.patiently else self._pace.time_s("card", self._dice)
        if await self._moves(view, waits_s):
            return
        async with self._pressing:
            if self._watching is None or self._watching.version > view.version:
                return  # the visitor has drawn it
            if self._let_out_at != view.version:
                await self._hands.do(what, view.config["decks"])
            if what.act == "card":
                await self._arrives(view, FOR_EVER_S)
                self._let_out_at = -1

    async def press_for(self, token: str, seen: int) -> None:
        """Draw a card, because the visitor who deals taps for it; raises NotNow."""
        view = await self._of_a_visitor(token)
        async with self._pressing:
            if self._watching is None or self._watching.version > seen:
                raise NotNow("The table has moved on since you tapped: look at it, and tap again.")
            if self._let_out_at == view.version:
                raise NotNow("The card that was let out has not reached the table yet: wait for it.")
            try:
                await self._shoe.press()
            except DeviceRefused as refused:
                raise NotNow(f"The simulated shoe lets nothing out: {refused}") from refused
            await self._arrives(view, ANSWERED_S)

    async def _arrives(self, view: View, within_s: float) -> None:
        """Wait for the card that was let out; until it is there, no other one is."""
        self._let_out_at = view.version
        if await self._moves(view, within_s):
            self._let_out_at = -1

    async def _of_a_visitor(self, token: str) -> View:
        """The table as it is, if whoever has this token deals there or stands in for the dealer."""
        status, me = await self._service.ask("GET", SESSION, token=token)
        if status != OK:
            raise NotNow("Sign in first.")
        if self._watching is None:
            raise NotNow("The demo is looking at its table: try again in a moment.")
        view = await self._look()
        if not self._others_deal(view):
            raise NotNow("The demo deals here: take the table over first, as a dealer.")
        if me["name"] != view.on_duty and "supervisor" not in me["roles"]:
            raise NotNow(f"{view.on_duty} deals here.")
        return view

    # --- saying

    def _say(self, words: str) -> None:
        self._said = words
        self._tell(f"table {self._place.number}: {words}")

    def _say_once(self, words: str) -> None:
        if words != self._said:
            self._say(words)


def _round_over(view: View) -> str:
    if view.phase == "void":
        return f"round {view.round} is void"
    pays = sum([line.pays_cents for line in view.settlements])
    takes = sum([line.takes_cents for line in view.settlements])
    return f"round {view.round} is over: paid {_money(pays)}, taken {_money(takes)}"


def _money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"
