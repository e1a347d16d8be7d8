"""`?views=2` over real sockets: the rules are told once under their hash, and every view after that names them."""

from typing import Any

import orjson
import pytest
from websockets.exceptions import InvalidStatus

from app.cli.endings import Refusal
from app.cli.named_rules import NamedRules
from app.game import commands as c
from app.game.core.state import TableConfig
from app.realtime.audience import AUDIENCES, Audience
from app.settings import Settings
from app.store.database import Database
from device_simulators.bot.terminal import named_rules
from tests.realtime.by_hash import Knowing
from tests.realtime.here import Here, Screen, opened, serving
from tests.realtime.lines import Line, settled, subscriber
from tests.realtime.stuck import Reading, raw
from tests.realtime.test_slow import fill
from tests.realtime.validating import validated
from tests.store.live import bet_and_deal


def minimum(cents: int) -> c.ChangeConfig:
    return c.ChangeConfig(TableConfig(side_bets=(), minimum_cents=cents))


def told(screen: Screen) -> int:
    assert screen.rules is not None
    return screen.rules.told


@pytest.mark.parametrize("audience", AUDIENCES)
async def test_it_comes_to_the_same_as_whole_views(
    database: Database, settings: Settings, number: str, audience: Audience
) -> None:
    async with serving(database, settings) as here:
        dealer = await here.person(number, "dealer", "supervisor", "surveillance")
        actor = await here.ready(number, dealer.name)
        async with (
            here.look(dealer, number, audience) as whole,
            here.look(dealer, number, audience, by_hash=True) as named,
        ):
            await whole.first("hello")
            await named.first("hello")
            assert [each["type"] for each in named.messages[:2]] == ["rules", "hello"]
            for commands in ([minimum(500)], bet_and_deal(), [c.Stand(1)]):
                await here.do(number, *commands)
                for screen in (whole, named):
                    await screen.at(actor.version)
            assert named.views == whole.views and len(named.views) > 3
            # At the hello, and at the change of the minimum; never at a card.
            assert told(named) == len(named.all("rules")) == 2
            assert sum(map(len, named.texts)) < sum(map(len, whole.texts))
            assert here.feeds.sockets()[audience] == 2
            # `tablekeeper watch` and the bot put them together as well; whole views stay as they are.
            for screen in (named, whole):
                assert in_terminal(screen, audience) == by_bot(screen, audience) == [view for _, view in whole.views]


def in_terminal(screen: Screen, audience: Audience) -> list[Any]:
    rules, messages = NamedRules(audience), [orjson.loads(text) for text in screen.texts]
    for message in messages:
        rules.take(message)
    return [message["view"] for message in messages if "view" in message]


def by_bot(screen: Screen, audience: Audience) -> list[Any]:
    rules, messages = named_rules.NamedRules(audience), [orjson.loads(text) for text in screen.texts]
    for message in messages:
        if message["type"] == "rules":
            rules.learn(message)
        assert "view" not in message or rules.put_into(message["view"])
    return [message["view"] for message in messages if "view" in message]


def test_rules_that_were_not_told_are_not_guessed() -> None:
    rules = NamedRules("dealer")
    rules.take({"type": "rules", "hash": "a", "limits": {}, "rules": {}})
    with pytest.raises(Refusal, match="has not told"):
        rules.take({"type": "view", "view": {"sign": {"rules": {"hash": "b"}}}})


async def test_a_client_that_does_not_ask_gets_every_view_whole(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        async with (
            here.look(boss, number, "floor", by_hash=True) as named,
            here.look(boss, number, "floor") as whole,
        ):
            await named.first("hello")
            await here.do(number, minimum(500))
            for screen in (named, whole):
                await screen.at(actor.version)
            assert not whole.all("rules")
            for message in (*whole.all("hello"), *whole.all("view")):
                sign = message["view"]["dealer"]["sign"]
                assert sign["rules"]["lines"] and sign["rules"]["pays"] and sign["limits"]["boxes"]


async def test_whoever_comes_back_is_told_the_rules_again(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        await here.ready(number)
        heard = []
        for cents in (500, 500, 1_000):
            await here.do(number, minimum(cents))
            async with here.look(boss, number, "sign", by_hash=True) as sign:
                await sign.first("hello")
                (rules,) = sign.all("rules")
                assert rules["limits"]["minimum_cents"] == sign.view["minimum_cents"] == cents
                heard.append(rules["hash"])
        assert heard[0] == heard[1] != heard[2]


async def test_tables_that_are_run_alike_have_the_same_rules(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        texts = []
        for each in (number, f"{number}b"):
            await here.ready(each)
            async with here.look(boss, each, "floor", by_hash=True) as screen:
                await screen.first("hello")
                texts.append(screen.texts[0])
        assert texts[0] == texts[1] and orjson.loads(texts[0])["type"] == "rules"


async def test_a_sign_that_slept_is_told_the_rules_before_the_newest_view(
    database: Database, settings: Settings, number: str
) -> None:
    """What it slept through are many changes of its rules: it gets the last of them, then the one view for all."""
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        url = f"{here.url(number, 'sign')}&views=2&ticket={here.people.ticket(boss)}"
        async with raw(url) as line:
            await here.until(lambda: here.feeds.sockets()["sign"], "for the sign")
            await fill(here, number)
            for cents in (700, 800, 900):
                await here.do(number, minimum(cents))
            assert here.feeds.longest_queue() <= 3
            reading, knowing, rules = Reading(line), Knowing("sign"), []
            while (message := await next_of(reading, knowing)).get("version") != actor.version:
                rules += [message["limits"]["minimum_cents"]] if message["type"] == "rules" else []
            assert message["view"]["minimum_cents"] == message["view"]["limits"]["minimum_cents"] == 900
            assert rules[-1] == 900 and not {700, 800} & set(rules)


async def next_of(reading: Reading, knowing: Knowing) -> dict[str, Any]:
    """The next message, put together."""
    return knowing.take(validated("sign-2", orjson.loads(await reading.text())))


async def test_another_form_of_views_is_refused_in_words(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        with pytest.raises(InvalidStatus) as refused:
            async with opened(f"{here.url(number, 'sign')}&views=3"):
                pass
    problem = orjson.loads(refused.value.response.body or b"")
    assert problem["code"] == "bad_request" and "?views=2" in problem["message"]


# --- with a line in the hand of the test


class Sleeping:
    """A sign by hash that takes nothing until it is woken."""

    def __init__(self, here: Here, number: str) -> None:
        self.line = Line()
        self.subscriber = subscriber(self.line, "sign", "by_hash")
        self._hub = here.feeds._hubs[number]
        self._hub.join(self.subscriber)
        self.line.fill()

    async def woken(self) -> list[dict[str, Any]]:
        """What came, put together."""
        self.line.drain()
        await settled(self.subscriber.outlet)
        self._hub.leave(self.subscriber)
        knowing = Knowing("sign")
        return [knowing.take(message) for message in self.line.said]


async def test_rules_that_were_changed_back_while_it_slept_are_not_told(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        await here.do(number, minimum(500))
        async with here.look(boss, number, "floor") as floor:
            await floor.first("hello")
            sign = Sleeping(here, number)
            # The first of them is on its way, with its rules; of all that comes after it the last one counts.
            for cents in (600, 700, 800, 600):
                await here.do(number, minimum(cents))
            await floor.at(actor.version)
            said = await sign.woken()
            kinds = [each["type"] for each in said if each["type"] != "heartbeat"]
            assert kinds == ["rules", "hello", "rules", "view", "view"]
            assert said[-1]["view"]["limits"]["minimum_cents"] == 600 and said[-1]["version"] == actor.version


async def test_a_heartbeat_that_waits_comes_after_the_version_that_it_names(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        boss = await here.person(number, "supervisor")
        actor = await here.ready(number)
        async with here.look(boss, number, "floor") as floor:
            await floor.first("hello")
            sign = Sleeping(here, number)
            await here.do(number, minimum(600), minimum(700))
            here.feeds._hubs[number].beat()
            await here.do(number, minimum(800))
            await floor.at(actor.version)
            version = 0
            for message in await sign.woken():
                if message["type"] == "heartbeat":
                    assert message["version"] <= version
                else:
                    version = message.get("version", version)
            assert version == actor.version
