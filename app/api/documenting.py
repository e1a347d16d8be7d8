"""The OpenAPI document: every call with every problem that it can answer with."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from app.problems.catalogue import CATALOGUE

# What any route but the open ones may answer.
ALWAYS = (
    "not_signed_in", "session_expired", "session_ended", "session_locked", "bad_origin", "not_allowed", "not_on_duty",
    "bad_message", "bad_request", "too_large", "busy", "database_away", "stopping", "internal",
)  # fmt: skip
OPEN = ("bad_origin", "bad_message", "bad_request", "too_large", "busy", "database_away", "stopping", "internal")
# What may become of somebody who gives name and secret to be let in; and of a PIN, to sign in or for one act.
NOT_LET_IN = ("wrong_credentials", "locked_out", "licence_expired", "suspended", "too_many_tries")
NOT_SIGNED = (*NOT_LET_IN, "choose_pin")
# Routes of those who have not said who they are.
OPEN_ROUTES = ("sessions.sign_in", "sessions.carried", "codes.redeem", "setup.first", "server.openapi")
SCHEMES: dict[str, Any] = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token that signing in gave."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "tablekeeper",
        "description": "The same, from a browser; over TLS its name is __Host-tablekeeper.",
    },
}


class ProblemBody(BaseModel):
    """Why something could not be done."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    code: str
    """What happened, by a code of the catalogue (docs/errors.md)."""
    message: str
    """What happened, in words."""
    clause: str | None
    """The clause of the book that says so, where a book does."""
    do: str
    """What to do about it."""
    retry: bool
    """Whether the same request may be sent again as it is, and may then be done."""
    details: dict[str, Any] | None
    """What else there is to know: which fields are wrong, where the table is kept."""


def problems(*codes: str, always: tuple[str, ...] = ALWAYS) -> dict[int | str, dict[str, Any]]:
    """The answers of a route that are problems: these, and those of every route."""
    found: dict[int | str, dict[str, Any]] = {}
    for code in dict.fromkeys([*always, *codes]):
        entry = CATALOGUE[code]
        words = f"`{code}`: {entry.text}"
        if entry.status in found:
            words = f"{found[entry.status]['description']}\n\n{words}"
        found[entry.status] = {"model": ProblemBody, "description": words}
    return found


def document(application: FastAPI) -> dict[str, Any]:
    """The whole document."""
    made = FastAPI.openapi(application)
    for schema in _schemas(made):
        schema.pop("title", None)
    made["components"]["securitySchemes"] = SCHEMES
    for calls in made["paths"].values():
        for call in calls.values():
            call.pop("summary", None)  # it would be the name again
            call["security"] = [] if call["operationId"] in OPEN_ROUTES else [{name: []} for name in SCHEMES]
    return made


def _schemas(node: Any) -> Iterator[dict[str, Any]]:
    """Every schema in the document, the inner ones too."""
    if isinstance(node, list):
        for each in node:
            yield from _schemas(each)
    elif isinstance(node, dict):
        if _is_schema(node):
            yield node
        for name, each in node.items():
            if name == "properties":
                for one in each.values():
                    yield from _schemas(one)
            else:
                yield from _schemas(each)


def _is_schema(node: dict[str, Any]) -> bool:
    return isinstance(node.get("type"), str | list) or any([key in node for key in ("anyOf", "oneOf", "$ref", "enum")])
