"""The cells of the matrix: what is asked, what the written tables say to it, and what the server did."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import orjson

from app.api.application import PREFIX
from app.terminal.order_parsing import Order
from tests.api.document import DOCUMENT
from tests.authorisation.house import HERE, House, Noted, Somebody
from tests.authorisation.well_formed import smallest
from tests.authorisation.written import ACTIONS, COMMANDS, Row, Session

SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
CALLS = {call["operationId"]: (method, path, call) for path, calls in DOCUMENT["paths"].items()
         for method, call in calls.items()}  # fmt: skip
OPEN = ("sessions.sign_in", "sessions.carried", "codes.redeem", "setup.first", "server.openapi")
METRICS, SEND, SIGN_OUT = "operations.metrics", "orders.send", "sessions.sign_out"
ROUTES = (*sorted(set(CALLS) - {*OPEN, SIGN_OUT}), METRICS)
ORDER: dict[str, Any] = Order.model_json_schema()
SAID: dict[str, Any] = {
    name: ORDER["$defs"][reference.rpartition("/")[2]]
    for name, reference in ORDER["properties"]["command"]["discriminator"]["mapping"].items()
}
# What each role may send to a table wherever he is on duty: so `orders.send` is asked for itself.
SENDS = {"supervisor": "OrderShuffle", "administrator": "CloseTable", "auditor": "EnterDrop"}
# The gate was passed, and behind it a signature is asked for.
BEHIND_THE_GATE = ("signature_needed", "wrong_credentials", "locked_out")
AUDIENCES = ("dealer", "sign", "floor", "surveillance")
# Whom a path names: nobody that a call before it has made.
NAMED = {"number": HERE, "name": "nobody", "display": "no-sign"}


class Cell(NamedTuple):
    """Something that is asked: under which action it is refused, and how it is asked over HTTP."""

    action: str
    method: str
    path: str
    body: Any = None

    @property
    def words(self) -> str:
        """What is asked, as a finding names it."""
        return f"{self.action} ({self.body['command']['type']})" if self.action == SEND else self.action


def route(name: str, who: Somebody) -> Cell:
    """The call of this name, with the smallest that it takes."""
    if name == METRICS:
        return Cell(METRICS, "get", "/metrics")
    if name == SEND:
        return Cell(SEND, "post", f"{PREFIX}/tables/{HERE}/orders", order(SENDS.get(who.roles[0], "ChangeDealer"), who))
    method, path, call = CALLS[name]
    for each in call.get("parameters", ()):
        if each["in"] == "path":
            value = NAMED.get(each["name"]) or smallest(each["schema"], SCHEMAS)
            path = path.replace(f"{{{each['name']}}}", str(value))
    asked = call.get("requestBody")
    body = smallest(asked["content"]["application/json"]["schema"], SCHEMAS) if asked else None
    if name == "tables.one":
        his = [each for each in AUDIENCES if refusal(ACTIONS[f"feed.table.{each}"], who) is None]
        path += f"?audience={(*his, 'dealer')[0]}"
    return Cell(name, method, path, body)


def order(name: str, who: Somebody, *signers: str, pin: str = "", **said: Any) -> dict[str, Any]:
    """An order that answers a question that nobody asked: who may give it is told so, and nothing is done."""
    command = {**smallest(SAID[name], ORDER["$defs"]), **said}
    if name == "ChangeDealer":
        command["dealer"] = said.get("dealer", who.name)
    signed = [{"who": signer, "pin": pin} for signer in signers]
    return {"id": str(uuid4()), "question": "nothing", "command": command, "signed_by": signed}


def command(name: str, who: Somebody) -> Cell:
    """The command as an order over HTTP; whoever may send no orders is refused that."""
    sends = refusal(ACTIONS[SEND], who) is None
    return Cell(f"command.{name}" if sends else SEND, "post", f"{PREFIX}/tables/{HERE}/orders", order(name, who))


def refusal(row: Row, who: Somebody) -> str | None:
    """The code with which the written row refuses this, if it does."""
    grants = {row[role] for role in who.roles}
    if "yes" in grants or ("own" in grants and who.own):
        return None
    return "not_on_duty" if "own" in grants and "dealer" in who.roles else "not_allowed"


def command_refusal(name: str, who: Somebody) -> str | None:
    """The same of a command; a dealer comes to any table in his own name."""
    sent = refusal(ACTIONS[SEND], who)
    if sent is not None or (name == "ChangeDealer" and "dealer" in who.roles):
        return sent
    return refusal(COMMANDS[name], who)


def judged_routes(who: Somebody) -> list[tuple[Cell, str | None]]:
    """Every call but signing out, with what the written table says."""
    return [(route(name, who), refusal(ACTIONS.get(name, {}) or dict.fromkeys(who.roles, "-"), who)) for name in ROUTES]


def judged_commands(who: Somebody) -> list[tuple[Cell, str | None]]:
    """Every command, with what the written table says."""
    return [(command(name, who), command_refusal(name, who)) for name in COMMANDS]


class Asked(NamedTuple):
    """What the server said."""

    status: int
    code: str | None


Ask = Callable[[House, Somebody, Cell], Awaitable[Asked]]


async def over_http(house: House, who: Somebody, cell: Cell) -> Asked:
    """The answer to this cell."""
    house.cells += 1
    answer = await who.client.request(cell.method, cell.path, json=cell.body)
    return Asked(answer.status_code, orjson.loads(answer.content).get("code") if answer.is_error else None)


async def allowed(house: House, who: Somebody, cells: Iterable[Cell], ask: Ask = over_http) -> list[str]:
    """What of this was refused."""
    found = [(cell, await ask(house, who, cell)) for cell in cells]
    return [f"{who.actor} may {cell.words}: {asked}" for cell, asked in found if not _passed(asked)]


def _passed(asked: Asked) -> bool:
    return asked.status not in (401, 403, 500) or asked.code in BEHIND_THE_GATE


async def refused(
    house: House,
    who: Somebody,
    cells: Sequence[tuple[Cell, str]],
    ask: Ask = over_http,
    besides: tuple[type, ...] = (),
) -> list[str]:
    """What of this was not refused with this code, changed something, or is not in the log of the house as it was."""
    if not cells:
        return []
    before, versions = await house.house_version(), await house.versions()
    noted: Noted = Counter()
    wrong = []
    for cell, code in (*cells, cells[0]):  # one comes again, and is told of when the minute is over
        asked = await ask(house, who, cell)
        noted[who.actor, cell.action, code, who.where] += 1
        if asked != (403, code):
            wrong.append(f"{who.actor} may not {cell.words}: {asked}, not {code}")
    if await house.versions() != versions:
        wrong.append(f"a table went on though {who.actor} was refused")
    return wrong + await house.noted(before, noted, besides)


async def judged(
    house: House,
    who: Somebody,
    cells: Sequence[tuple[Cell, str | None]],
    ask: Ask = over_http,
    besides: tuple[type, ...] = (),
) -> list[str]:
    """What the server did otherwise than it is written."""
    wrong = await refused(house, who, [(cell, code) for cell, code in cells if code is not None], ask, besides)
    return wrong + await allowed(house, who, [cell for cell, code in cells if code is None], ask)


async def over(house: House, who: Somebody, session: Session, cells: Iterable[Cell]) -> tuple[list[str], Noted]:
    """What was not refused as somebody whose session is over, and what is to be noted of it."""
    wrong, noted = [], Noted()
    for cell in cells:
        asked = await over_http(house, who, cell)
        noted["nobody", cell.action if cell.action in ACTIONS else SEND, session.code, who.where] += 1
        if asked != (session.status, session.code):
            wrong.append(f"{who.actor} without a session, {cell.words}: {asked}, not {session.code}")
    return wrong, noted
