"""The signatures that `verify.py` checks by itself: the vectors of RFC 8032, and what another implementation signs."""

import ast
import sys
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.surveillance.dispute import verify

# RFC 8032, 7.1: public key, message, signature.
VECTORS = {
    "TEST 1": (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "TEST 2": (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "TEST 3": (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    "TEST SHA(abc)": (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
}
SEED = 8032
SCRIPT = Path(verify.__file__)


@pytest.mark.parametrize("name", VECTORS)
def test_the_vectors_of_the_standard(name: str) -> None:
    key, message, signature = map(bytes.fromhex, VECTORS[name])
    assert verify.is_signed(key, message, signature)
    assert not verify.is_signed(key, message + b"x", signature)


def test_what_another_implementation_signs() -> None:
    """Good as it is, and not with one bit otherwise, wherever that is."""
    random = Random(SEED)
    for length in (0, 1, 31, 32, 63, 64, 200):
        private = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), random.randbytes(length)
        signature = private.sign(message)
        assert verify.is_signed(key, message, signature), length
        at = random.randrange(512)
        assert not verify.is_signed(key, message, flipped(signature, at)), (length, at)
        assert not verify.is_signed(flipped(key, at % 256), message, signature), (length, at)


def test_what_is_no_signature_at_all() -> None:
    key, message, signature = map(bytes.fromhex, VECTORS["TEST 2"])
    factor = int.from_bytes(signature[32:], "little") + verify.ORDER
    again = signature[:32] + factor.to_bytes(32, "little")  # the same sum, written as no signer writes it
    no_point = (2).to_bytes(32, "little")
    assert verify.point_of(no_point) is None
    for bad_key, bad in (
        (key, again),
        (key, b""),
        (key[:-1], signature),
        (no_point, signature),
        (b"\xff" * 32, signature),
    ):
        assert not verify.is_signed(bad_key, message, bad)
    assert not verify.is_signed(key, message, no_point + signature[32:])


def flipped(data: bytes, at: int) -> bytes:
    """The data with one bit otherwise."""
    changed = bytearray(data)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def test_the_script_needs_an_old_python_and_nothing_else() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 8))
    names = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    ]
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
