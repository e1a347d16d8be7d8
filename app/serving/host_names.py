"""Under which names a request may ask this server: its `Host` header.

A page of somebody else whose name is made to lead to this server (DNS rebinding) asks under its own name, and would
count as a page of this server. It cannot do that under an address, under `localhost`, or under the server's own name.
"""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import Scope

ALWAYS = ("localhost",)


class HostNames:
    """The names: those that the house sets, and the one under which others reach this server. Where it has no address
    at which others reach it, it cannot be told from another, and any name will do; `serve` always has one."""

    def __init__(self, address: str, names: Iterable[str]) -> None:
        own = _name(urlsplit(address).netloc)
        self._reached = own is not None
        self._names = frozenset([each.lower() for each in (*names, *ALWAYS, own or "") if each])

    def allows(self, scope: Scope) -> bool:
        """Whether the request says one of them, once, or an address."""
        said = [value for name, value in scope["headers"] if name == b"host"]
        name = _name(said[0].decode("latin-1")) if len(said) == 1 else None
        return not self._reached or (name is not None and (name in self._names or _is_address(name)))


def _name(host: str) -> str | None:
    """The name without its port, in small letters; None: this is no host."""
    try:
        parts = urlsplit(f"//{host}")
        known = parts.netloc == host and "@" not in host and parts.port != 0
    except ValueError:
        return None
    return parts.hostname if known else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
