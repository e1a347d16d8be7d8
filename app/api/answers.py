"""Answers as they go out: encoded once, by the one who encodes the record too."""

from typing import Any

import orjson
from starlette.responses import Response

from app.problems.catalogue import CATALOGUE, body
from app.problems.problem import Problem
from app.store.codec import encode

JSON = "application/json"


def answer(value: Any, status: int = 200) -> Response:
    """The value as the answer."""
    return Response(encode(value), status, media_type=JSON)


def nothing() -> Response:
    """It is done, and there is nothing to say."""
    return Response(status_code=204)


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as the answer, under the status that the catalogue gives it."""
    text = orjson.dumps(body(problem), default=str)
    return Response(text, CATALOGUE[problem.code].status, headers, media_type=JSON)
