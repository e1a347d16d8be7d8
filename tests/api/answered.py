"""Whether the document lists the code of every error that is answered: looked at in whatever any test here asks."""

import re

import httpx

from app.api.application import PREFIX, routes

LISTED = re.compile(r"`(\w+)`:")
# What is said where there is no such call.
NO_CALL = ("not_found", "bad_method")


async def check_documented(answer: httpx.Response) -> None:
    """Fail where the call answers with a code of which the document says nothing."""
    if not answer.is_error:
        return
    await answer.aread()
    code, known = answer.json()["code"], codes_of(answer.request.method, answer.request.url.path)
    assert code in known, f"{answer.request.method} {answer.request.url.path}: {code} is not documented"


def codes_of(method: str, path: str) -> set[str]:
    """The codes that the document lists for the call under this address."""
    asked = path.removeprefix(PREFIX)
    for route in routes():
        if method in (route.methods or ()) and route.path_regex.match(asked):
            return {code for answer in route.responses.values() for code in LISTED.findall(answer["description"])}
    return set(NO_CALL)
