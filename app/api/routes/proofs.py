"""Proof that nothing was changed: verifications of the whole log, the heads that were signed, and with which keys."""

from pathlib import Path
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Query, Request, Response

from app.api.body_fields import MOST_VERSION, Limit
from app.api.documenting import problems
from app.api.guard import Allowed
from app.api.responses import answer, as_recorded
from app.api.verification import Verification, Verifying
from app.shapes import model_of
from app.store.signing_keys import PUBLIC, VerifyingKey, in_pem, keys_beside, verifying_keys

router = APIRouter(tags=["proofs"])
PAGE = 100


class HeadsSigned(NamedTuple):
    """Lines of the signed heads in order, each as docs/security.md says."""

    lines: tuple[str, ...]
    """The lines, in order."""


class PublicKey(NamedTuple):
    """A public key, by which signed heads can be checked: Ed25519, as 32 bytes and as PEM."""

    key: str
    """The id by which the signed lines name the key: 16 hexadecimal digits."""
    raw: str
    """The 32 bytes of the key, in hexadecimal."""
    pem: str
    """The same key as PEM."""
    signs_now: bool
    """Whether this one signs now; others signed older lines."""


class PublicKeys(NamedTuple):
    """The public keys of the house: the one that signs now, and those that it replaced."""

    keys: tuple[PublicKey, ...]
    """The public keys."""


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
    return as_recorded(HeadsSigned(tuple([row["line"] for row in rows])))


@router.get(
    "/signing-keys",
    name="signing_keys.list",
    response_model=model_of(PublicKeys),
    responses=problems("record_broken"),
)
async def keys(asking: Allowed) -> Response:
    """The public keys with which the signed heads can be checked, as this server keeps them. Whoever could forge heads
    could show another key: compare them with the copy that was handed out on the first day."""
    return answer(await asking.reads.folded(_keys, asking.server.settings.signing_key_path), lines=True)


def _keys(private: Path) -> PublicKeys:
    files = keys_beside(private)
    known, own = verifying_keys(files), verifying_keys([each for each in files if each == private.with_suffix(PUBLIC)])
    return PublicKeys(tuple([_shown(each, signs_now=each.id in own) for each in known.values()]))


def _shown(verifying: VerifyingKey, *, signs_now: bool) -> PublicKey:
    return PublicKey(verifying.id, verifying.key.public_bytes_raw().hex(), in_pem(verifying.key), signs_now)


_LINES = "SELECT line FROM head_signatures WHERE number > $1 ORDER BY number LIMIT $2"
