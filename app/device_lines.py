"""Which lines devices may be reached over: hosts, ports and paths, as the house sets them. Nothing else is ever opened.

Without a setting no host is allowed, and of paths only those that serial ports have. Whoever may attach a device could
otherwise have the server connect to any service that it can reach, and hear whether somebody answers.
"""

import re
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import NamedTuple

MOST_PORT = 65_535
SERIAL_PORTS = ("/dev/ttyUSB", "/dev/ttyACM", "/dev/ttyS", "/dev/ttyAMA", "/dev/serial/", "/dev/cu.")
_NAME = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?")
Network = IPv4Network | IPv6Network


class BadLines(ValueError):
    """A list that cannot be used: says what is wrong with it."""


class DeviceLines(NamedTuple):
    """The lists: names of hosts, networks, ranges of ports, beginnings of paths, and beginnings of the paths at which a
    pseudo-terminal may be (only simulated devices have one)."""

    names: tuple[str, ...] = ()
    networks: tuple[Network, ...] = ()
    ports: tuple[tuple[int, int], ...] = ((1024, MOST_PORT),)
    paths: tuple[str, ...] = SERIAL_PORTS
    pseudo_terminals: tuple[str, ...] = ()

    def has_host(self, host: str) -> bool:
        """Whether this host is on the list: a name as it is written there, an address in one of the networks."""
        try:
            address = ip_address(host)
        except ValueError:
            return host.lower().rstrip(".") in self.names
        return any([address in network for network in self.networks])

    def has_port(self, port: int) -> bool:
        """Whether this port is on the list."""
        return any([first <= port <= last for first, last in self.ports])


def lines_of(hosts: str, ports: str | None, paths: str | None, pseudo_terminals: str) -> DeviceLines:
    """The lists as the environment has them: hosts and ports with spaces between, paths with colons, since a path may
    have a space. None: the setting is not there."""
    names, networks = _hosts(hosts.split())
    allowed = DeviceLines(names, networks, pseudo_terminals=_paths(pseudo_terminals))
    if ports is not None:
        allowed = allowed._replace(ports=tuple([_range(text) for text in ports.split()]))
    return allowed if paths is None else allowed._replace(paths=_paths(paths))


def _hosts(texts: Iterable[str]) -> tuple[tuple[str, ...], tuple[Network, ...]]:
    names: list[str] = []
    networks: list[Network] = []
    for text in texts:
        try:
            networks.append(ip_network(text))
            continue
        except ValueError as error:
            if "/" in text or ":" in text:
                raise BadLines(f"{text!r} is no network: {error}") from error
        if not _NAME.fullmatch(text.lower()) or not re.search("[a-z]", text.lower()):
            raise BadLines(f"{text!r} is no name of a host, no address and no network")
        names.append(text.lower())
    return tuple(names), tuple(networks)


def _range(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= MOST_PORT:
        raise BadLines(f"{text!r} is no port from 1 to {MOST_PORT}, and no range of them such as 4001-4032")
    return first, last


def _paths(text: str) -> tuple[str, ...]:
    found = tuple([each for each in text.split(":") if each])
    for each in found:
        if not each.startswith("/") or each == "/" or ".." in each.split("/"):
            raise BadLines(f"{each!r} is no beginning of a path such as /dev/ttyUSB")
    return found
