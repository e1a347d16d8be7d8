"""Those who look after a table while it is played: they hold the cards on the felt against the record.

What lies on the felt is known from the shoe's side channel, what the record has from surveillance's view. A shoe that
tells everything in the end is waited for. With one that only pushes (Angel Eye, Bee-Tek) somebody has to say what lies
there: the supervisor in a hold, or who types the card. Nobody guesses whether a card is still on its way: the shoe is
made to say something harmless, and when that is recorded all that it said before is.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from device_simulators.bot.interface import Json
from device_simulators.bot.terminal.feed import Feed
from device_simulators.bot.terminal.people import Person, Tokens
from device_simulators.bot.terminal.servers import Servers
from device_simulators.bot.terminal.service import NoAnswer, Service
from device_simulators.bot.terminal.table import Place
from tests.chaos.journal import US

TELLS_ALL = "table-link"
LOOK_EVERY_S, MARK_EVERY_S, PATIENCE_S = 0.05, 1.0, 90.0
# A mark is longer than any card: so it is known from one, although the bytes of a shoe's line are sealed.
MARK_BYTES = {"angel-eye": 12, "bee-tek": 22}
# Copies of an Angel Eye report are kept apart, sealed, and may be there before it; a warning of Bee-Tek is sealed.
SEALED = {"angel-eye": False, "bee-tek": True}
FIRST_MARK, MARKS = 20, 79
# What a supervisor does about a hold for which the book has a way.
CHOICES = {
    "error_card_unseen": "use_as_next", "card_not_awaited": "discard", "cards_missing": "continue",
    "cards_in_excess": "continue",
}  # fmt: skip


class Refused(Exception):
    """What the supervisor asked was refused: says what and why."""


class Shoe(Protocol):
    """The shoe's side channel."""

    async def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer of the side channel."""


class Pit:
    """Surveillance's eyes and a supervisor's hands at one table."""

    def __init__(self, place: Place, dialect: str, shoe: Shoe, watcher: Person, tokens: Tokens) -> None:
        self.number, self.dialect, self._shoe = place.number, dialect, shoe
        self._place, self._watcher, self._tokens = place, watcher, tokens
        self._servers = Servers(place.server, *place.others)
        self._service = Service(self._servers, place.own_address)
        self._feed: Feed | None = None
        self._marks = 0
        self.resolved = Counter[str]()
        # The cards in the shoe are those that the record will have when it is loaded: there is nothing to compare.
        self.loading = False
        # Set by the table: what the supervisor asks goes out as any order does.
        self.order: Callable[[Json, str | None], Awaitable[tuple[int, Json | None]]]

    @property
    def feed(self) -> Feed:
        """Surveillance's socket."""
        assert self._feed is not None, "nobody watches"
        return self._feed

    async def open(self) -> None:
        """Watch from now on."""
        token = await self._tokens.of(self._watcher, self._service)
        url, address = f"{self._place.server}/ws/v1/tables/{self.number}", self._place.own_address
        self._feed = Feed(url, token, audience="surveillance", own_address=address, servers=self._servers)
        await self._feed.open()

    async def close(self) -> None:
        """Look no more."""
        if self._feed is not None:
            await self._feed.close()
        self._service.close()

    # --- the cards on the felt, and the record

    async def at_rest(self, version: int) -> int:
        """Wait until the table does not hold and its record has every card that left; the version that says so."""
        until_s = time.monotonic() + PATIENCE_S
        while True:
            await self.feed.until(lambda least=version: self.feed.version >= least, "what surveillance sees")  # type: ignore[misc]
            truth, seen, version = await self._cards(), self.feed.view, self.feed.version
            hold = seen["floor"]["dealer"]["hold"]
            if hold is None and (self.loading or _even(seen, truth)):
                return version
            assert time.monotonic() < until_s, f"table {self.number} is not at rest: {self._story(truth)}"
            version = await (self._hold(hold, seen, truth) if hold is not None else self._waited_for(seen, truth))

    def seen(self) -> str:
        """The table in a line, as surveillance sees it."""
        dealer, shoe = self.feed.view["floor"]["dealer"], self.feed.view["shoe"]
        asked = [each["id"] for each in dealer["questions"]]
        return f"version {self.feed.version}, hold {dealer['hold']}, asks {asked}, {shoe['left']} cards left"

    def _story(self, truth: Json) -> str:
        drawn = [each["card"] for each in truth["drawn"][-3:]]
        return f"{self.seen()}; its shoe has {truth['left_count']} and let out {drawn} last"

    async def _cards(self) -> Json:
        cards: Json = (await self._state())["machine"]["cards"]
        return cards

    async def _state(self) -> Any:
        return await self._shoe.ask("/state")

    async def _waited_for(self, seen: Json, truth: Json) -> int:
        """A card lies on the felt, and not in the record: from here on, in a newer version."""
        version = self.feed.version
        if self.dialect == TELLS_ALL or not await self._told_all(version):
            await self.feed.until(lambda: self.feed.version > version, "a card that lies on the felt", PATIENCE_S)
            return self.feed.version
        assert _missing(seen, truth) >= 0, f"table {self.number} has a card too many: {self._story(truth)}"
        if _missing(seen, truth) > 0:
            question = _waits_for_card(seen)
            return await self._done({"type": "TypeCard", "card": _first_missing(seen, truth)}, question, "typed")
        return await self._done({"type": "DrawCutCard"}, None, "cutting card tapped")

    async def _told_all(self, version: int) -> bool:
        """Whether the shoe's last word is recorded, and nothing has come of it since this version."""
        marked_us, next_s = int(time.time() * US), 0.0
        until_s = time.monotonic() + PATIENCE_S
        while self.feed.version == version:
            assert time.monotonic() < until_s, f"table {self.number}: its shoe is not heard any more"
            if time.monotonic() >= next_s and (await self._state())["line"]["connected"]:
                await self._say_something()
                next_s = time.monotonic() + MARK_EVERY_S
            if next_s and await self._recorded_since(marked_us):
                return self.feed.version == version
            await asyncio.sleep(LOOK_EVERY_S)
        return False

    async def _say_something(self) -> None:
        self._marks += 1
        if self.dialect == "angel-eye":
            await self._shoe.ask("/preset", {"address": 3, "value": self._marks % 1_000})
        else:
            await self._shoe.ask("/fault", {"fault": "error", "code": FIRST_MARK + self._marks % MARKS})

    async def _recorded_since(self, since_us: int) -> bool:
        """Whether a mark was recorded that came since."""
        path = f"/frames?from_us={since_us}&to_us={int(time.time() * US) + US}"
        said = await self._asked(path)
        frames = said["frames"] if said is not None else ()
        least, sealed = MARK_BYTES[self.dialect], SEALED[self.dialect]
        return any([each["size"] >= least and each["sealed"] == sealed and not each["sent"] for each in frames])

    # --- holds

    async def _hold(self, hold: Json, seen: Json, truth: Json) -> int:
        """Resolve it; the version after that, or any newer one that says more."""
        version, irregularity = self.feed.version, hold["irregularity"]
        (question, *_) = [each for each in seen["floor"]["dealer"]["questions"] if each["question"] == "resolve"]
        offered = [each["choice"] for each in question["options"] if each["allowed"]]
        if irregularity != "device_doubt":
            choice = CHOICES.get(irregularity)
            assert choice in offered, f"table {self.number} holds for {hold}, and offers {offered}"
            return await self._resolved(question, {"choice": choice}, irregularity)
        missing = 0 if self.loading else _missing(seen, truth)
        if missing and self.dialect != TELLS_ALL:
            if not await self._told_all(version):
                return self.feed.version
            missing -= await self._waiting(version)
        if missing > 0 and self.dialect != TELLS_ALL and "enter_card" in offered:
            card = _first_missing(seen, truth)
            entered = {"choice": "enter_card", "card": card, "another": True}
            return await self._resolved(question, entered, "device_doubt, card entered")
        return await self._resolved(question, {"choice": "continue"}, "device_doubt")

    async def _resolved(self, question: Json, choice: Json, kind: str) -> int:
        return await self._done({"type": "Resolve", **choice}, question["id"], kind)

    async def _done(self, command: Json, question: str | None, kind: str) -> int:
        """The version after it; a refusal for what has changed meanwhile is looked at again."""
        version, problem = await self.order(command, question)
        if problem is None:
            self.resolved[kind] += 1
            return version
        if problem["code"] not in ("question_closed", "table_holds", "nothing_to_resolve", "cut_card_not_in"):
            raise Refused(f"table {self.number}: {command}: {problem['code']}, {problem['message']}")
        return int((problem.get("details") or {}).get("version", self.feed.version))

    async def _waiting(self, version: int) -> int:
        """How many cards came while the table held, and have not had their turn."""
        after, waiting = max(version - 100, 0), list[bool]()
        said = None
        while said is None:
            said = await self._asked(f"/rows?after={after}&limit=100")
        for row in said["rows"]:
            if row["type"] == "CameMeanwhile":
                waiting.append('"commitment":"' in row["payload"].replace(" ", ""))
            elif row["type"] == "MeanwhileTakenUp" and waiting:
                waiting.pop(0)
        return sum(waiting)

    async def _asked(self, path: str) -> Any:
        """What the server says to surveillance, or None while it does not answer, or says to ask again."""
        token = await self._tokens.of(self._watcher, self._service)
        try:
            status, said = await self._service.ask("GET", f"/api/v1/tables/{self.number}{path}", None, token)
        except NoAnswer:
            await asyncio.sleep(LOOK_EVERY_S)
            return None
        assert status == 200 or said.get("retry"), f"{path}: {status} {said}"
        return said if status == 200 else None


def _even(seen: Json, truth: Json) -> bool:
    """Whether the record has every card that left the shoe, and knows whether the cutting card has."""
    return _missing(seen, truth) == 0 and _cut_card_in(seen) == (truth["behind_cut_card"] is not None)


def _missing(seen: Json, truth: Json) -> int:
    """How many cards left the shoe of which the record has not heard."""
    return int(seen["shoe"]["left"]) - int(truth["left_count"])


def _first_missing(seen: Json, truth: Json) -> str:
    return str(truth["drawn"][-_missing(seen, truth)]["card"])


def _cut_card_in(seen: Json) -> bool:
    return int(seen["shoe"]["cut_cards"]) > int(seen["shoe"]["cut_cards_out"])


def _waits_for_card(seen: Json) -> str:
    """The question that a card answers."""
    asked = seen["floor"]["dealer"]["questions"]
    found = [each for each in asked if each["question"] in ("card", "hole", "decide") or each["step"] == "burn"]
    assert found, [each["id"] for each in asked]
    return str(found[0]["id"])
