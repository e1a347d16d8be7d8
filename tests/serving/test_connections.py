"""Connections: so many of all, of one address, and of those whom nobody knows; each given back when it is closed."""

import asyncio
import gc
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from app.serving import port
from app.serving.connections import FEWEST, MOST, Connections, Limits, Listening, most_connections
from tests.devices.waiting import until
from tests.serving.test_impatient import app


@contextmanager
def listening(limits: Limits) -> Iterator[tuple[Listening, Connections]]:
    with port.taken("127.0.0.1", 0) as made:
        made.connections = Connections(limits)
        port.opened(made)
        yield made, made.connections


def test_an_address_has_so_many_and_another_still_gets_in() -> None:
    connections = Connections(Limits(most=8, most_of_one=2))
    gives_back = [connections.take("203.0.113.9") for _ in range(3)]
    assert [each is not None for each in gives_back] == [True, True, False]
    assert connections.take("203.0.113.8") is not None and len(connections) == 3
    assert gives_back[0] is not None
    gives_back[0]()
    assert connections.take("203.0.113.9") is not None and connections.refused == 1


def test_a_network_of_ipv6_is_one_address() -> None:
    connections = Connections(Limits(most=8, most_of_one=2))
    assert [connections.take(f"2001:db8::{each:x}") is not None for each in range(3)] == [True, True, False]
    assert connections.take("2001:db8:0:1::1") is not None


def test_this_machine_and_proxies_of_the_house_may_have_all() -> None:
    connections = Connections(Limits(most=8, most_of_one=2, exempt=lambda where: where == "10.0.8.4"))
    assert [connections.take("10.0.8.4") is not None for _ in range(9)] == [True] * 8 + [False]


def test_strangers_leave_room_for_the_house() -> None:
    connections = Connections(Limits(most=8, most_of_one=8, known=lambda place: place == "10.0.0.7"))
    taken = [connections.take(f"203.0.113.{each}") is not None for each in range(8)]
    assert taken == [True] * 6 + [False] * 2
    assert [connections.take("10.0.0.7") is not None for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("files", "most"), [(64, FEWEST), (256, FEWEST), (1_024, 576), (4_096, 2_880), (65_536, MOST), (2**63, MOST)]
)
def test_there_are_no_more_than_the_process_may_have_files_for(files: int, most: int) -> None:
    assert most_connections(files) == most


def test_the_process_has_as_many_files_as_it_may_and_says_how_many() -> None:
    found = port.many_files()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft == hard and (found == hard or hard == resource.RLIM_INFINITY)


async def test_one_too_many_is_closed_at_once_and_others_are_served_when_one_has_gone() -> None:
    with listening(Limits(most=40, most_of_one=2)) as (made, connections):
        server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", lifespan="off", log_config=None))
        serving = asyncio.create_task(server._serve([made]))
        where = made.getsockname()
        kept = [await asyncio.open_connection(*where) for _ in range(2)]
        await until(lambda: len(connections) == 2, "both")
        reader, writer = await asyncio.open_connection(*where)
        assert await reader.read() == b""
        writer.close()
        assert len(connections) == 2 and connections.refused == 1
        kept[0][1].close()
        await until(lambda: len(connections) == 1, "the one that was closed")
        reader, writer = await asyncio.open_connection(*where)
        writer.write(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
        kept[1][1].close()
        server.should_exit = True
        await serving
        await until(lambda: not len(connections), "all of them")


async def test_a_socket_is_given_back_too() -> None:
    upgrade = (
        b"GET / HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with listening(Limits(most=40)) as (made, connections):
        server = uvicorn.Server(uvicorn.Config(app, ws="websockets-sansio", lifespan="off", log_config=None))
        serving = asyncio.create_task(server._serve([made]))
        reader, writer = await asyncio.open_connection(*made.getsockname())
        writer.write(upgrade)
        assert b"101" in await reader.readline() and len(connections) == 1
        writer.close()
        await until(lambda: not len(connections), "the socket")
        server.should_exit = True
        await serving


def test_a_connection_that_is_lost_sight_of_is_given_back() -> None:
    with listening(Limits(most=40)) as (made, connections), socket.create_connection(made.getsockname()):
        made.settimeout(5)
        accepted = made.accept()[0]
        assert len(connections) == 1
        accepted.detach()
        del accepted
        gc.collect()
        assert not len(connections)
