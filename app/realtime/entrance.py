"""Who comes in: the origin, the subprotocol, the ticket or token; and what a problem is as a close code."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from app.people.authentication import People
from app.people.caller import Caller
from app.problems.catalogue import entry_of
from app.problems.problem import Problem
from app.realtime import close_reasons as codes
from app.realtime.close_reasons import Closing, closing

SUBPROTOCOL = "tables.v1"
BEARER = "bearer "
_CODES = {
    "no_such_table": codes.NO_SUCH_TABLE,
    "too_large": codes.TOO_LARGE,
}
_BY_STATUS = {401: codes.SESSION_OVER, 403: codes.NOT_ALLOWED, 404: codes.NO_SUCH_TABLE, 503: codes.COME_BACK}


def check_page(connection: HTTPConnection, origins: tuple[str, ...]) -> None:
    """Refuse a page of somewhere else: browsers say where a page is from, other programs say nothing."""
    origin = connection.headers.get("origin")
    if origin is not None and origin not in origins and not _is_own(connection, origin):
        raise Problem("bad_origin", f"The page that asks is not one of this server's ({origin[:100]}).")


def _is_own(connection: HTTPConnection, origin: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    scheme = connection.url.scheme.replace("ws", "http")
    return (parts.scheme, parts.netloc) == (scheme, connection.headers.get("host"))


def check_subprotocol(websocket: WebSocket) -> None:
    """Refuse who speaks another version of the feeds."""
    if SUBPROTOCOL not in websocket.scope["subprotocols"]:
        raise Problem("bad_request", f"the feeds speak the subprotocol {SUBPROTOCOL}: ask for it")


async def entered(people: People, websocket: WebSocket) -> Caller:
    """Who it is, by a ticket or a token."""
    ticket = websocket.query_params.get("ticket")
    if ticket is not None:
        return people.redeem(ticket)
    said = websocket.headers.get("authorization", "")
    if not said.lower().startswith(BEARER):
        raise Problem("not_signed_in", "say who you are: by ?ticket=, or by a bearer token")
    return await people.caller(said[len(BEARER) :].strip(), where_of(websocket))


def where_of(websocket: WebSocket) -> str:
    """The address at the other end."""
    return websocket.client.host if websocket.client is not None else ""


def closing_of(problem: Problem) -> Closing:
    """The problem as it closes a socket."""
    address = problem.details.get("address") if isinstance(problem.details, dict) else None
    if problem.code == "held_elsewhere":
        return closing(codes.HELD_ELSEWHERE, address) if address else closing(codes.COME_BACK, str(problem))
    code = _CODES.get(problem.code) or _BY_STATUS.get(entry_of(problem).status, codes.DEFECT)
    return closing(code, f"{problem.code}: {problem}")
