"""A device proves with a key of its own that it is the one it says: whenever it comes back, each day, and on demand.

The key of a device lies in a file of its own name in the data folder, `device-keys/NAME`: 64 hexadecimal digits, for
this server's user alone. A device without such a file is not asked. The proof is of the device, not of what it tells.
"""

import hmac
import stat
from pathlib import Path

KEY_BYTES = 32
PROOF_BYTES = 16


class BadKey(Exception):
    """The key of a device cannot be used: says why, and what to do."""


def key_of(folder: Path, device: str) -> bytes | None:
    """The key of the device, if there is one."""
    path = folder / device
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadKey(f"the key {path.name} in device-keys can be read by others: chmod 600")
        key = bytes.fromhex(path.read_text("ascii").strip())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadKey(f"the key {path.name} in device-keys cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise BadKey(f"the key {path.name} in device-keys is not 64 hexadecimal digits") from error
    if len(key) != KEY_BYTES:
        raise BadKey(f"the key {path.name} in device-keys is not 64 hexadecimal digits")
    return key


def proves(key: bytes, nonce: bytes, said: str) -> bool:
    """Whether what the device said, its proof and its firmware, proves that it has the key."""
    proof, _, firmware = said.partition(" ")
    expected = hmac.digest(key, nonce + firmware.encode("ascii"), "sha256")[:PROOF_BYTES]
    return hmac.compare_digest(expected.hex(), proof)
