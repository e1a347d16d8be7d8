"""Answers as they go out: encoded once, by the one who encodes the record too."""

from typing import Any

import orjson
from starlette.responses import Response

from app.printable_json import shown_json
from app.problems.catalogue import CATALOGUE, body
from app.problems.problem import Problem
from app.store.codec import encode

JSON = "application/json"


def answer(value: Any, status: int = 200, *, lines: bool = False) -> Response:
    """The value as the answer; no character hides in its texts. `lines`: words in it have several lines."""
    return Response(shown_json(encode(value), lines=lines), status, media_type=JSON)


def as_recorded(value: Any) -> Response:
    """The value with every text as it is recorded, for whoever hashes it."""
    return Response(encode(value), media_type=JSON)


def nothing() -> Response:
    """It is done, and there is nothing to say."""
    return Response(status_code=204)


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as the answer, under the status that the catalogue gives it."""
    text = shown_json(orjson.dumps(body(problem), default=str).decode())
    return Response(text, CATALOGUE[problem.code].status, headers, media_type=JSON)
