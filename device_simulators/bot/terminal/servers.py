"""Where a table may be: a house can have several servers, of which one keeps the table."""

from urllib.parse import urlsplit


class Servers:
    """The addresses that are known, and the one to ask now."""

    def __init__(self, first: str, *others: str) -> None:
        for url in (first, *others):
            check_address(url)
        self._known = list(dict.fromkeys([each.rstrip("/") for each in (first, *others)]))
        self.now = self._known[0]

    def go_to(self, address: str) -> bool:
        """Ask there from now on, as was told; whether that is an address."""
        try:
            check_address(address)
        except ValueError:
            return False
        self.now = address.rstrip("/")
        if self.now not in self._known:
            self._known.append(self.now)
        return True

    def leave(self, address: str) -> None:
        """Nobody answers at this one: ask the next, unless that was done since."""
        if self.now == address:
            place = self._known.index(address)
            self.now = self._known[(place + 1) % len(self._known)]


def check_address(url: str) -> None:
    """Raise ValueError if no server can be there."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or parts.hostname is None:
        raise ValueError(f"{url!r} is no address of a server: write http://HOST:PORT")
