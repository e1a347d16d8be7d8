"""What becomes of all that goes wrong: a code of the catalogue, and never the text of an error of the program."""

import logging
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any

import asyncpg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.api.bounds import Application, Message, Receive, Send
from app.api.responses import problem_response
from app.books.rulebook import BadRuleset
from app.problems.problem import Problem
from app.store.leases import HeldElsewhere
from app.store.log_reader import BadRoundName
from app.store.shared_log import LogBusy
from app.store.signing_keys import KeyRefused
from app.store.writer import LOST, Unavailable
from app.surveillance.dispute import PackTooLarge
from app.surveillance.export import CannotExport
from app.surveillance.loading import NoSuchRound, RoundBroken
from app.table.actor import Busy, Frozen, Stopped
from app.table.open_tables import LogBroken

log = logging.getLogger("tablekeeper.api")
MOST_LISTED = 20
LONGEST_NAME = 60
NO_OBJECT = "it has to be a JSON object, sent with Content-Type: application/json"


def known(error: Exception) -> Problem | None:
    """The problem that an error of the rooms below is for who asks."""
    for types, problem in _KNOWN:
        if isinstance(error, types):
            return problem(error)
    return None


def _same_words(code: str) -> Callable[[Any], Problem]:
    return lambda error: Problem(code, str(error))


def _own_words(code: str, words: str) -> Callable[[Any], Problem]:
    return lambda _error: Problem(code, words)


_AWAY = "The database does not answer."
_KNOWN: tuple[tuple[tuple[type[Exception], ...], Callable[[Any], Problem]], ...] = (
    ((HeldElsewhere,), lambda error: Problem("held_elsewhere", str(error), details={"address": error.address or None})),
    ((Stopped,), _own_words("held_elsewhere", "This server does not keep the table any more.")),
    ((Frozen,), _own_words("frozen", "The table stands still because of a defect; its record is whole.")),
    ((Busy, LogBusy), _same_words("busy")),
    ((NoSuchRound, BadRoundName), _same_words("no_such_round")),
    ((BadRuleset,), _same_words("no_such_ruleset")),
    ((CannotExport,), _same_words("cannot_export")),
    ((PackTooLarge,), _same_words("pack_too_large")),
    ((RoundBroken, LogBroken, KeyRefused), _same_words("record_broken")),
    ((asyncpg.QueryCanceledError,), _own_words("busy", "The record could not be searched in the time that there is.")),
    ((Unavailable, *LOST), _own_words("database_away", _AWAY)),
)


def add_faults(application: FastAPI) -> None:
    """Answer with the catalogue whatever goes wrong."""
    application.add_exception_handler(Problem, _problem)
    application.add_exception_handler(RequestValidationError, _not_valid)
    application.add_exception_handler(HTTPException, _http)


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(error)


async def _not_valid(_request: Request, error: Exception) -> Response:
    """Says where it is wrong and not what was sent: that may be a PIN."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any([each["type"] == "json_invalid" for each in found]):
        return problem_response(Problem("bad_message", "The body is no JSON."))
    code = "bad_message" if any([each["type"] == "extra_forbidden" for each in found]) else "bad_request"
    fields = [{"at": place(each["loc"]), "what": _what(each)} for each in found[:MOST_LISTED]]
    words = "; ".join([f"{each['at']}: {each['what']}" for each in fields])
    return problem_response(Problem(code, words, details={"fields": fields}))


def _what(misfit: Mapping[str, Any]) -> str:
    """What is wrong there; of the body as a whole, what it has to be."""
    return NO_OBJECT if tuple(misfit["loc"]) == ("body",) else str(misfit["msg"])


def place(path: Sequence[Any]) -> str:
    """Where it is, such as body.cents; names that somebody else chose are cut and harmless."""
    text = ".".join([str(part)[:LONGEST_NAME] for part in path])
    return text.encode("utf-8", "replace").decode()


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    allowed = dict(error.headers or {})
    if error.status_code == 405:
        return problem_response(Problem("bad_method", f"{request.method} is nothing that can be asked here."), allowed)
    if error.status_code == 404:
        return problem_response(Problem("not_found", "There is nothing at this address."), allowed)
    return problem_response(Problem("bad_message", "The request could not be read."), allowed)


class Faults:
    """Around everything: an error that nobody has foreseen is logged under a reference, and only that goes out."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hand the request on, and answer if that fails."""
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._application(scope, receive, sent)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            await problem_response(known(error) or _unforeseen(scope, error))(scope, receive, send)


def _unforeseen(scope: Message, error: Exception) -> Problem:
    reference = token_hex(8)
    log.error("%s %s failed (reference %s)", scope["method"], scope["path"], reference, exc_info=error)
    return Problem("internal", "This is a defect of the program.", details={"reference": reference})
