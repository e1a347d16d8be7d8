"""Proof that nothing was changed: verifications of the whole log, and the heads that were signed."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from app.api.answers import answer
from app.api.documenting import problems
from app.api.fields import MOST_VERSION, Limit
from app.api.guard import Allowed
from app.api.verification import Verification, Verifying
from app.shapes import model_of

router = APIRouter(tags=["proofs"])
PAGE = 100


class HeadsSigned(NamedTuple):
    """Lines of the signed heads in order, each as docs/security.md says."""

    lines: tuple[str, ...]


@router.post(
    "/verifications",
    name="verifications.start",
    status_code=202,
    response_model=model_of(Verification),
    responses=problems(),
)
async def start(asking: Allowed, request: Request) -> Response:
    """Begin to verify the whole log: every chain, every checkpoint, every signature. One at a time."""
    verifying: Verifying = request.app.state.verifying
    return answer(verifying.start(asking.caller.name), 202)


@router.get(
    "/verifications/last",
    name="verifications.last",
    response_model=model_of(Verification),
    responses=problems("not_found"),
)
async def last(_asking: Allowed, request: Request) -> Response:
    """The verification that runs, or the last that did: how far it is, and what it found."""
    verifying: Verifying = request.app.state.verifying
    return answer(verifying.last())


@router.get("/signed-heads", name="signed_heads.list", response_model=model_of(HeadsSigned), responses=problems())
async def heads(
    asking: Allowed,
    after: Annotated[int, Query(ge=0, le=MOST_VERSION, description="Only lines behind this number.")] = 0,
    limit: Limit = PAGE,
) -> Response:
    """The ends of all streams as they were signed, line by line."""
    async with asking.reads.connection() as connection:
        rows = await connection.fetch(_LINES, after, limit)
    return answer(HeadsSigned(tuple([row["line"] for row in rows])))


_LINES = "SELECT line FROM head_signatures WHERE number > $1 ORDER BY number LIMIT $2"
