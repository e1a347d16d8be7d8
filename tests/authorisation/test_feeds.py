"""Every role and every feed; and every command over every socket that orders could be sent over."""

import pytest

from tests.authorisation.cells import SEND, Cell, command_refusal, judged, order, refusal
from tests.authorisation.house import EVERYBODY, TOGETHER, House, Somebody
from tests.authorisation.sockets import feed, first, his_feeds, knocks, ordering, takes_orders
from tests.authorisation.written import ACTIONS, COMMANDS, FEEDS


@pytest.mark.parametrize("who", EVERYBODY)
def test_feeds_are_as_it_is_written(house: House, who: str) -> None:
    somebody = house.staff[who]
    assert house.run(judged(house, somebody, _feeds(somebody), knocks)) == []


@pytest.mark.parametrize("who", EVERYBODY)
def test_commands_over_sockets_are_as_it_is_written(house: House, who: str) -> None:
    assert house.run(_ordered_everywhere(house, house.staff[who])) == []


@pytest.mark.parametrize("roles", TOGETHER, ids=" and ".join)
def test_who_has_several_roles_may_what_any_of_them_may(house: House, roles: tuple[str, ...]) -> None:
    async def run() -> list[str]:
        who = await house.person(*roles)
        return await judged(house, who, _feeds(who), knocks) + await _ordered_everywhere(house, who)

    assert house.run(run()) == []


def _feeds(who: Somebody) -> list[tuple[Cell, str | None]]:
    """Every feed, with what the written table says."""
    return [(feed(name), refusal(ACTIONS[name], who)) for name in FEEDS]


async def _ordered_everywhere(house: House, who: Somebody) -> list[str]:
    """What became otherwise than it is written of all commands, over every socket at the table that he may have."""
    wrong = []
    for name in his_feeds(who):
        if name != "feed.floor":
            wrong += await _ordered(house, who, name)
    return wrong


async def _ordered(house: House, who: Somebody, name: str) -> list[str]:
    """What became otherwise than it is written of all commands over a socket of this feed."""
    takes = takes_orders(name)
    cells = [(_cell(each, who, takes), command_refusal(each, who) if takes else "not_allowed") for each in COMMANDS]
    async with house.socket(who, name) as connection:
        assert (await first(connection)).code is None
        return await judged(house, who, cells, ordering(connection))


def _cell(name: str, who: Somebody, takes: bool) -> Cell:
    """The order; over a socket that only looks nobody sends one."""
    return Cell(f"command.{name}" if takes else SEND, "socket", name, order(name, who))
