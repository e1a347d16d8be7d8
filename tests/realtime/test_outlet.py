"""The way out to one socket: in order, bounded, and never waited for."""

import asyncio
import time

from starlette.websockets import WebSocketDisconnect

from app.realtime.beginning import begun
from app.realtime.close_reasons import TOO_SLOW, closing
from app.realtime.outlet import CLOSES_WITHIN_S, MOST_WAITING, PATIENCE_S, Message, Outlet
from tests.realtime.lines import Line, settled


async def test_what_has_room_is_gone_at_once() -> None:
    line = Line()
    outlet = Outlet(line.send)
    tasks = asyncio.all_tasks()
    for each in range(1_000):
        outlet.put(f"{each}")
    assert line.texts == [f"{each}" for each in range(1_000)]
    assert outlet.waiting == 0 and asyncio.all_tasks() == tasks


async def test_what_waits_goes_out_in_order() -> None:
    line = Line()
    outlet = Outlet(line.send)
    line.fill()
    for each in range(MOST_WAITING):
        outlet.put(f"{each}")
    assert line.texts == [] and outlet.waiting == MOST_WAITING
    line.drain()
    await settled(outlet)
    outlet.put("last")
    assert line.texts == [*[f"{each}" for each in range(MOST_WAITING)], "last"]


async def test_under_a_key_only_the_newest_waits() -> None:
    line = Line()
    outlet = Outlet(line.send)
    line.fill()
    for each in range(1_000):
        outlet.put(f"{each}", "heartbeat")
    outlet.put("answer")
    assert outlet.waiting == 3
    line.drain()
    await settled(outlet)
    assert line.texts == ["0", "999", "answer"]


async def test_what_leads_goes_out_right_before_and_is_replaced_along() -> None:
    line = Line()
    outlet = Outlet(line.send)
    outlet.put("first", led_by="leads the first")
    line.fill()
    outlet.put("on its way", led_by="leads it")
    outlet.put("old", "view", led_by="leads the old")
    outlet.put("answer")
    outlet.put("new", "view", led_by="leads the new")
    outlet.put("plain", "other", led_by="leads the plain")
    outlet.put("bare", "other")
    assert outlet.waiting == 4
    line.drain()
    await settled(outlet)
    assert line.texts == [
        "leads the first", "first", "leads it", "on its way", "leads the new", "new", "answer", "bare",
    ]  # fmt: skip


async def test_who_goes_between_the_two_is_told_nothing_more() -> None:
    sent: list[str] = []

    async def send(message: Message) -> None:
        sent.append(message["text"])
        raise WebSocketDisconnect(1006)

    outlet = Outlet(send)
    outlet.put("view", led_by="rules")
    assert sent == ["rules"] and not outlet.open


async def test_too_many_messages_behind_is_too_slow() -> None:
    line = Line()
    outlet = Outlet(line.send)
    line.fill()
    for each in range(MOST_WAITING + 2):
        outlet.put(f"{each}")
    assert not outlet.open
    line.drain()
    await settled(outlet)
    assert line.texts == ["0"] and line.closed is not None and line.closed[0] == TOO_SLOW


async def test_too_long_behind_is_too_slow_and_then_left() -> None:
    line = Line()
    outlet = Outlet(line.send)
    outlet.put("taken")
    assert not outlet.look(time.monotonic() + 1_000)
    line.fill()
    outlet.put("not taken")
    now_s = time.monotonic()
    assert not outlet.look(now_s + PATIENCE_S - 1) and outlet.open
    assert not outlet.look(now_s + PATIENCE_S + 1) and not outlet.open
    assert not outlet.look(now_s + CLOSES_WITHIN_S - 1)
    assert outlet.look(now_s + CLOSES_WITHIN_S + 1)
    await outlet.leave()
    line.drain()
    assert line.texts == ["taken"] and outlet.waiting == 0


async def test_what_waits_goes_out_before_the_close() -> None:
    line = Line()
    outlet = Outlet(line.send)
    line.fill()
    outlet.put("one")
    outlet.put("two")
    outlet.close(closing(4410, "come back"))
    outlet.put("three")
    outlet.close(closing(4401, "too late"))
    line.drain()
    await settled(outlet)
    assert line.texts == ["one", "two"] and line.closed == (4410, "come back")


async def test_who_is_gone_is_told_nothing() -> None:
    async def send(message: Message) -> None:
        raise WebSocketDisconnect(1006)

    outlet = Outlet(send)
    outlet.put("anything")
    assert not outlet.open
    outlet.put("more")
    outlet.close(closing(4410, "come back"))
    await outlet.leave()


async def test_who_goes_while_something_waits() -> None:
    room = asyncio.Event()

    async def send(message: Message) -> None:
        await room.wait()
        raise OSError

    outlet = Outlet(send)
    outlet.put("one")
    outlet.put("two")
    room.set()
    while outlet.waiting > 1:
        await asyncio.sleep(0)
    assert not outlet.open


async def test_a_long_reason_fits_into_its_frame() -> None:
    assert len(closing(4400, "é" * 200).reason.encode()) <= 123


async def test_a_begun_coroutine_goes_on_where_it_waits() -> None:
    gates = [asyncio.Event() for _ in range(3)]
    passed: list[int] = []

    async def through() -> None:
        for number, gate in enumerate(gates):
            await gate.wait()
            passed.append(number)

    gates[0].set()
    rest = begun(through())
    assert rest is not None and passed == [0]
    task = asyncio.create_task(_finish(rest))
    for gate in gates:
        gate.set()
    await task
    assert passed == [0, 1, 2]
    assert begun(through()) is None


async def test_a_begun_coroutine_can_be_cancelled() -> None:
    gate, ended = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        try:
            await gate.wait()
        finally:
            ended.set()

    rest = begun(wait())
    assert rest is not None
    task = asyncio.create_task(_finish(rest))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled() and ended.is_set()


async def _finish(rest: object) -> None:
    await rest  # type: ignore[misc]
