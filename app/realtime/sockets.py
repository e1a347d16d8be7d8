"""The two sockets that the server has: one for each table, and one for the floor."""

import asyncio
from collections.abc import Callable
from typing import cast

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from app.people.caller import Caller
from app.problems.catalogue import body, entry_of
from app.problems.problem import Problem
from app.realtime.audience import AUDIENCES, Audience
from app.realtime.close_reasons import Closing
from app.realtime.entrance import SUBPROTOCOL, check_page, check_subprotocol, closing_of, entered, where_of
from app.realtime.feeds import Feeds
from app.realtime.forms import FORMS, Form
from app.realtime.outlet import NEWEST_PATIENCE_S, PATIENCE_S, Outlet
from app.realtime.socket_orders import Orders
from app.realtime.subscriber import Subscriber
from app.realtime.writing import text_of

VIEWS_THERE_ARE = "there is ?views=2, which names the rules by their hash; without it every view is whole"


async def table_socket(feeds: Feeds, websocket: WebSocket, number: str) -> None:
    """Serve one socket of a table."""
    audience = websocket.query_params.get("audience", "")
    if audience not in AUDIENCES:
        words = f"say who looks: ?audience={'|'.join(AUDIENCES)}"
        await _turn_away(websocket, Problem("bad_request", words))
        return
    form = FORMS.get(websocket.query_params.get("views"))
    if form is None:
        await _turn_away(websocket, Problem("bad_request", VIEWS_THERE_ARE))
        return
    await _serve(feeds, websocket, audience, number, form)


async def floor_socket(feeds: Feeds, websocket: WebSocket) -> None:
    """Serve one socket of the floor."""
    await _serve(feeds, websocket, None, None)


async def _serve(
    feeds: Feeds, websocket: WebSocket, audience: Audience | None, number: str | None, form: Form = "whole"
) -> None:
    try:
        check_page(websocket, feeds.origins)
        check_subprotocol(websocket)
    except Problem as problem:
        if problem.code == "bad_origin":
            feeds.people.refused(None, _action(audience), problem.code, where_of(websocket))
        await _turn_away(websocket, problem)
        return
    try:
        await websocket.accept(SUBPROTOCOL)
        await _come_in(feeds, websocket, audience, number, form)
    except (WebSocketDisconnect, OSError):  # gone before anything could be said
        return


async def _come_in(
    feeds: Feeds, websocket: WebSocket, audience: Audience | None, number: str | None, form: Form
) -> None:
    caller: Caller | None = None
    subscriber: Subscriber | None = None
    give_back: Callable[[], None] = _nothing
    try:
        feeds.check_room()
        caller = await entered(feeds.people, websocket)
        give_back = feeds.room.take(caller)
        patience_s = NEWEST_PATIENCE_S if audience in (None, "sign") else PATIENCE_S
        outlet = Outlet(websocket.send, patience_s)
        subscriber = Subscriber(caller, audience, number, outlet, asyncio.current_task(), form=form)
        orders = await feeds.join(subscriber)
        await _listen(websocket, subscriber, orders)
    except Problem as problem:
        if entry_of(problem).status in (401, 403):
            feeds.people.refused(caller, _action(audience), problem.code, where_of(websocket))
        await _close(websocket, closing_of(problem))
    finally:
        try:
            if subscriber is not None:
                await feeds.leave(subscriber)
        finally:
            give_back()


def _nothing() -> None:
    """Nothing was taken."""


async def _listen(websocket: WebSocket, subscriber: Subscriber, orders: Orders) -> None:
    """Take what comes, until the socket is closed at either end."""
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            orders.take(text if text is not None else message["bytes"])
    except asyncio.CancelledError:
        if not subscriber.left:
            raise
        cast("asyncio.Task[None]", subscriber.task).uncancel()


async def _close(websocket: WebSocket, why: Closing) -> None:
    """Close a socket that looks at nothing yet."""
    await websocket.close(why.code, why.reason)


async def _turn_away(websocket: WebSocket, problem: Problem) -> None:
    """Answer who asks for a socket that there is none, and why."""
    answer = Response(text_of(body(problem)), entry_of(problem).status, media_type="application/json")
    await websocket.send_denial_response(answer)


def _action(audience: Audience | None) -> str:
    return "feed.floor" if audience is None else f"feed.table.{audience}"
