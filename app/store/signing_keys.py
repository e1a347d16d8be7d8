"""The keys of the signed heads: Ed25519, in files beside the database and never in it.

The private key is made at first use, in one step: two processes that start at the same moment agree on one key. The
public key lies beside it under the same name with `.pub`; an auditor keeps a copy of his own. A key that was replaced
is kept as another `.pub` in the same folder, so that what it signed can still be verified.
"""

import os
import tempfile
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

OPEN_TO_OTHERS = 0o077
PUBLIC = ".pub"
KEY_ID_LENGTH = 16


class KeyRefused(Exception):
    """A key that cannot be used: says which file, why, and what to do."""


class VerifyingKey(NamedTuple):
    """A public key, and the id by which lines name it."""

    id: str
    key: Ed25519PublicKey

    def signed(self, message: bytes, signature: bytes) -> bool:
        """Whether this key made the signature."""
        try:
            self.key.verify(signature, message)
        except InvalidSignature:
            return False
        return True


class SigningKey(NamedTuple):
    """The private key, and its id."""

    id: str
    key: Ed25519PrivateKey

    def sign(self, message: bytes) -> bytes:
        """The signature of this message."""
        return self.key.sign(message)


def key_id(key: Ed25519PublicKey) -> str:
    """The first sixteen hexadecimal digits of SHA-256 over the 32 bytes of the public key."""
    return sha256(key.public_bytes_raw()).hexdigest()[:KEY_ID_LENGTH]


def signing_key(path: Path) -> SigningKey:
    """The key in this file, made when there is none; its public half is written beside it."""
    try:
        if not path.exists():
            _make(path)
        key = _private(path)
        _publish(path.with_suffix(PUBLIC), key.public_key())
    except OSError as error:
        raise KeyRefused(f"The signing key {path} cannot be used: {error.strerror} ({error.filename}).") from error
    return SigningKey(key_id(key.public_key()), key)


def verifying_keys(paths: Iterable[Path]) -> dict[str, VerifyingKey]:
    """The public keys in these files, by their ids."""
    found = [_public(path) for path in paths]
    return {key_id(key): VerifyingKey(key_id(key), key) for key in found}


def in_pem(key: Ed25519PublicKey) -> str:
    """The public key as its file has it."""
    return key.public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo).decode()


def keys_beside(path: Path) -> list[Path]:
    """The public keys in the folder of the signing key: its own, and those that it replaced."""
    return sorted(path.parent.glob(f"*{PUBLIC}"))


def _make(path: Path) -> None:
    """Another process may have made one in the meantime: then that one is it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    text = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption())
    written = _written(path.parent, text)
    try:
        os.link(written, path)
    except FileExistsError:
        return
    finally:
        written.unlink()
        sync_folder(path.parent)


def _written(folder: Path, text: bytes) -> Path:
    """A new file in the folder, for its owner alone, and on the disk."""
    handle, name = tempfile.mkstemp(prefix=".new-", dir=folder)
    with os.fdopen(handle, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    return Path(name)


def sync_folder(folder: Path) -> None:
    """The names in the folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _private(path: Path) -> Ed25519PrivateKey:
    there = path.stat()
    if there.st_mode & OPEN_TO_OTHERS:
        raise KeyRefused(
            f"The signing key {path} can be read by others (mode {there.st_mode & 0o777:04o}): whoever has it can forge"
            f" signatures. Take the others' rights away with `chmod 600 {path}`, and if somebody may have read it, move"
            " the key away so that a new one is made, and keep its .pub under another name."
        )
    try:
        key = s.load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError) as error:
        raise KeyRefused(
            f"The signing key {path} is no private key in PEM: restore the file that was there."
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyRefused(f"The signing key {path} is not of the kind Ed25519: restore the file that was there.")
    return key


def _publish(path: Path, key: Ed25519PublicKey) -> None:
    if path.exists():
        if _public(path) != key:
            raise KeyRefused(
                f"{path} is not the public half of the signing key beside it: one of the two was replaced. Restore the"
                " key; or, if the key was changed on purpose, rename the old .pub (it is needed to verify what the old"
                " key signed)."
            )
        return
    _written(path.parent, in_pem(key).encode()).replace(path)
    sync_folder(path.parent)


def _public(path: Path) -> Ed25519PublicKey:
    try:
        key = s.load_pem_public_key(path.read_bytes())
    except OSError as error:
        raise KeyRefused(f"The public key {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise KeyRefused(f"{path} is no public key in PEM: restore the file that was there.") from error
    if not isinstance(key, Ed25519PublicKey):
        raise KeyRefused(f"The public key {path} is not of the kind Ed25519: restore the file that was there.")
    return key
