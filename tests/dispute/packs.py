"""Packs as somebody on another machine has them: unpacked, verified by their own script, and changed."""

import io
import json
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.surveillance.dispute.making import signed_bytes

Files = dict[str, bytes]
MANIFEST, SIGNATURE = "MANIFEST.json", "MANIFEST.sig"


def unpacked(data: bytes) -> Files:
    """The files of a pack."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(files: Files) -> bytes:
    """The files as a zip again."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return into.getvalue()


def laid_out(files: Files, folder: Path) -> Path:
    """The files in a folder of their own."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def alone(folder: Path, *arguments: str) -> tuple[int, str]:
    """What the script of the pack says by itself: no environment, no package of anybody's; and its exit status."""
    run = [sys.executable, "-I", "-S", "verify.py", *arguments]
    done = subprocess.run(run, cwd=folder, env={}, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def rows_in(files: Files) -> list[dict[str, Any]]:
    """The rows of the log in the pack."""
    return [json.loads(line) for line in files["events.jsonl"].splitlines()]


def with_rows(files: Files, rows: list[dict[str, Any]]) -> Files:
    """The pack with these rows."""
    return {**files, "events.jsonl": b"".join([json.dumps(row).encode() + b"\n" for row in rows])}


def fingerprint(files: Files) -> str:
    """Of the first key in the pack."""
    return str(json.loads(files["keys.json"])[0]["fingerprint"])


def listed_again(files: Files, **otherwise: Any) -> Files:
    """With a manifest that fits the files; its signature is the old one."""
    manifest = {**json.loads(files[MANIFEST]), **otherwise}
    others = [name for name in files if name not in (MANIFEST, SIGNATURE)]
    manifest["files"] = {name: sha256(files[name]).hexdigest() for name in others}
    return {**files, MANIFEST: json.dumps(manifest).encode()}


def signed_again(files: Files, key: Ed25519PrivateKey, **otherwise: Any) -> Files:
    """With a manifest that fits the files, signed with this key."""
    made = listed_again(files, **otherwise)
    name = sha256(key.public_key().public_bytes_raw()).hexdigest()[:16]
    signature = key.sign(signed_bytes(made[MANIFEST])).hex()
    return {**made, SIGNATURE: f'{{"key":"{name}","signature":"{signature}"}}\n'.encode()}
