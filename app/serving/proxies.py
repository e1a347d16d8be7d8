"""Where a request comes from, when a proxy stands between.

Anybody can write a header, so `X-Forwarded-For` is believed of the house's own proxies only, and of it only what they
added: it is read from its end, and the first address that is none of theirs is where the request came from.
"""

import ipaddress
from collections.abc import Iterable, MutableMapping
from typing import Any

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Scope = MutableMapping[str, Any]

FORWARDED = b"x-forwarded-for"
HEADERS = (b"forwarded", FORWARDED, b"x-real-ip")
# No chain of proxies is longer; what is before that in the header is not read.
MOST_READ = 16
PROXIED = "proxied"


def address_in(text: str) -> Address | None:
    """The address that the text says, with or without a port; the zone of an IPv6 address is any text, and none of
    it."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Proxies:
    """The proxies that the house trusts."""

    def __init__(self, trusted: tuple[Network, ...]) -> None:
        self._trusted = trusted

    def trusts(self, address: Address | None) -> bool:
        """Whether this is one of them."""
        return address is not None and any([address in network for network in self._trusted])

    def place(self, scope: Scope) -> None:
        """Have the request come from where it does, and say whether it came through a proxy, or by its own account
        did."""
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        peer = address_in(str(scope["client"][0])) if scope.get("client") else None
        through = self.trusts(peer)
        scope.setdefault("state", {})[PROXIED] = through or any([name in HEADERS for name, _ in headers])
        if through:
            said = ",".join([value.decode("latin-1") for name, value in headers if name == FORWARDED])
            scope["client"] = (str(self._client(said.split(",")) or peer), 0)

    def _client(self, said: Iterable[str]) -> Address | None:
        """The last address that is none of the house's proxies; None where a proxy has written something else."""
        found = None
        for text in list(said)[: -MOST_READ - 1 : -1]:
            found = address_in(text)
            if found is None or not self.trusts(found):
                return found
        return found
