"""A dispute pack: files, their manifest, and the manifest's signature, in one zip.

The manifest has the SHA-256 of every file, and is signed with the key of the signed heads: so nothing in a pack is
changed later, not even what is under no signed head of the log. `verify.py`, which lies in each pack, checks all of it.
"""

import io
import platform
import zipfile
from collections.abc import Iterable
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from app.game.core.records import name_of
from app.house.state import Device
from app.settings import Settings
from app.store.chain import Entry
from app.store.database import Database
from app.store.log_reader import Asked
from app.store.signing_keys import in_pem, keys_beside, signing_key, verifying_keys
from app.surveillance.dispute.gathering import Gathered, PackTooLarge, gathered
from app.surveillance.dispute.readme import readme
from app.surveillance.dispute.story import Exported, story
from app.surveillance.export import CannotExport, export_script

__all__ = ["Pack", "PackTooLarge", "dispute_pack"]

FORMAT = 1
TITLE = b"tablekeeper dispute pack"
MANIFEST, SIGNATURE, VERIFIER = "MANIFEST.json", "MANIFEST.sig", "verify.py"
# A fixed moment for the files in the zip: the moment of the export stands in the manifest.
ZIPPED_AT = (2000, 1, 1, 0, 0, 0)
LEAST_MODE = 0o644 << 16


class Pack(NamedTuple):
    """A pack as one zip file, and its SHA-256."""

    round: str
    data: bytes
    sha256: str


async def dispute_pack(
    database: Database, settings: Settings, name: str, by: Exported, devices: dict[str, Device]
) -> Pack:
    """The pack of this round. Reads much and computes much: done beside the loop that serves tables."""
    found = await gathered(database, name, devices)
    files = _files(found, settings, by)
    files |= _manifest(found, settings, by, files)
    data = _zipped(files)
    return Pack(name, data, sha256(data).hexdigest())


def _files(found: Gathered, settings: Settings, by: Exported) -> dict[str, bytes]:
    """Every file but the manifest and its signature."""
    files = {
        "events.jsonl": _lines(map(_row, found.rows)),
        "commands.jsonl": _lines([_command(each, found.bodies[str(each.id)]) for each in found.commands]),
        "frames.jsonl": _lines([each._asdict() for each in found.frames]),
        "clocks.json": _json([each._asdict() for each in found.clocks]),
        "rulebook.toml": found.book.encode(),
        "builds.json": _json(_builds()),
        "signed-heads.jsonl": "".join([f"{line}\n" for line in found.lines]).encode(),
        "keys.json": _json(_keys(settings)),
        "story.html": story(found, settings, by).encode(),
        "README.txt": readme(found, by).encode(),
        VERIFIER: Path(__file__).with_name(VERIFIER).read_bytes(),
    }
    return {**files, **_script(found)}


def _script(found: Gathered) -> dict[str, bytes]:
    """The round as a round script, where there is one that gives its settlement; else why there is none."""
    try:
        return {"round.toml": export_script(found.recorded, found.rules).encode()}
    except CannotExport as error:
        return {"no-round-script.txt": f"{error}\n".encode()}


def _manifest(found: Gathered, settings: Settings, by: Exported, files: dict[str, bytes]) -> dict[str, bytes]:
    """The manifest and its signature."""
    said = {
        "pack": TITLE.decode(),
        "format": FORMAT,
        "round": found.row.round,
        "stream": found.row.stream,
        "opened_version": found.row.opened_version,
        "last_version": found.row.last_version,
        "made_us": by.at_us,
        "made_by": by.who,
        "reason": by.reason,
        "stretches": [each._asdict() for each in found.stretches],
        "files": {name: sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    manifest, key = _json(said), signing_key(settings.signing_key_path)
    signature = key.sign(signed_bytes(manifest)).hex()
    return {MANIFEST: manifest, SIGNATURE: _lines([{"key": key.id, "signature": signature}])}


def signed_bytes(manifest: bytes) -> bytes:
    """What is signed of a manifest: a title and its bytes, each with its length before it."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in (TITLE, manifest)])


def _row(entry: Entry) -> dict[str, Any]:
    """A row as it was hashed, as the API gives it."""
    digest = None if entry.command_digest is None else entry.command_digest.hex()
    return {
        "stream": entry.stream, "version": entry.version, "day": entry.day.isoformat(), "round": entry.round,
        "type": entry.type, "schema_version": entry.schema, "payload": entry.payload, "checkpoint": entry.checkpoint,
        "command": None if entry.command is None else str(entry.command), "command_digest": digest,
        "actor": entry.actor, "event_us": entry.event_us, "recorded_us": entry.recorded_us,
        "previous": entry.previous.hex(), "hash": entry.hash.hex(),
    }  # fmt: skip


def _command(asked: Asked, body: str) -> dict[str, Any]:
    refused = asked.refused
    return {
        "id": str(asked.id), "type": name_of(type(asked.command)), "body": body, "question": asked.question,
        "actor": asked.actor, "code": None if refused is None else refused.code,
        "message": None if refused is None else refused.message, "first_version": asked.first_version,
        "events": asked.events, "recorded_us": asked.recorded_us,
    }  # fmt: skip


def _builds() -> dict[str, Any]:
    """What made the pack. The log does not say which build recorded the round."""
    there = {each.metadata["Name"]: each.version for each in distributions()}
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "packages": dict(sorted(there.items())),
    }


def _keys(settings: Settings) -> list[dict[str, Any]]:
    """The public keys of the house, with the fingerprints that are compared with the auditor's copy."""
    signing_key(settings.signing_key_path)
    known = verifying_keys(keys_beside(settings.signing_key_path)).values()
    raw = [(each, each.key.public_bytes_raw()) for each in known]
    return [
        {"key": each.id, "fingerprint": sha256(data).hexdigest(), "raw": data.hex(), "pem": in_pem(each.key)}
        for each, data in raw
    ]


def _lines(values: Iterable[Any]) -> bytes:
    return b"".join([orjson.dumps(each) + b"\n" for each in values])


def _json(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"


def _zipped(files: dict[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, ZIPPED_AT)
            entry.external_attr, entry.compress_type = LEAST_MODE, zipfile.ZIP_DEFLATED
            made.writestr(entry, data)
    return into.getvalue()
