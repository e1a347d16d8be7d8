"""Whether a line may be opened: its address is on the house's lists, and a path leads to a serial port. Nothing is
opened to find that out: Linux says in /proc/tty/drivers which device numbers are serial ports, and which are
pseudo-terminals.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from app.device_lines import DeviceLines
from app.devices.transports.transport import CannotOpen
from app.devices.transports.urls import PortUrl, SerialUrl

Check = Callable[[PortUrl], None]
DRIVERS = Path("/proc/tty/drivers")
SERIAL, PSEUDO = "serial", "pty:slave"
# Where Linux does not say it, as on macOS.
PSEUDO_TERMINALS_AT = ("/dev/pts/", "/dev/pty", "/dev/ttys", "/dev/ttyp")


class NotAllowed(CannotOpen):
    """The house's lists do not have this address, or it is no serial port: says which setting decides it."""


def check_address(url: PortUrl, lines: DeviceLines) -> None:
    """Raise if this address is on none of the lists; nothing is looked at but the address."""
    if isinstance(url, SerialUrl):
        _check_path(url.path, lines)
    elif not lines.has_host(url.host):
        raise NotAllowed(f"{url}: the host {url.host} is not in TABLEKEEPER_DEVICE_HOSTS: an administrator adds it")
    elif not lines.has_port(url.port):
        raise NotAllowed(f"{url}: the port {url.port} is not in TABLEKEEPER_DEVICE_PORTS: an administrator adds it")


def check_line(url: PortUrl, lines: DeviceLines) -> None:
    """Raise if this line may not be opened. A path at which nothing is may be: its cable is not plugged in."""
    check_address(url, lines)
    if isinstance(url, SerialUrl):
        _check_kind(url.path, lines)


def _check_path(path: str, lines: DeviceLines) -> None:
    if os.path.normpath(path) != path:
        raise NotAllowed(f"{path}: write the path without . and .., and with one / between its parts")
    if not path.startswith((*lines.paths, *lines.pseudo_terminals)):
        raise NotAllowed(f"{path}: it begins like none of TABLEKEEPER_DEVICE_PATHS: an administrator adds it")


def _check_kind(path: str, lines: DeviceLines) -> None:
    try:
        there = os.stat(path)  # follows links, and opens nothing
    except FileNotFoundError:
        return
    except OSError as error:
        raise NotAllowed(f"{path}: {error.strerror}") from None
    kind = _kind(there, path) if stat.S_ISCHR(there.st_mode) else ""
    if kind == PSEUDO:
        if not path.startswith(lines.pseudo_terminals):
            raise NotAllowed(
                f"{path}: it is a pseudo-terminal, not a serial port: any program can be at its other end. Only"
                " simulated devices have one (TABLEKEEPER_DEVICE_PSEUDO_TERMINALS)"
            )
    elif kind != SERIAL or not path.startswith(lines.paths):
        raise NotAllowed(f"{path}: it is no serial port")


def _kind(there: os.stat_result, path: str) -> str:
    try:
        drivers = DRIVERS.read_text("utf-8")
    except OSError:
        return PSEUDO if os.path.realpath(path).startswith(PSEUDO_TERMINALS_AT) else SERIAL
    major, minor = os.major(there.st_rdev), os.minor(there.st_rdev)
    for line in drivers.splitlines():
        *_, of_major, minors, kind = line.split()
        first, _, last = minors.partition("-")
        if int(of_major) == major and int(first) <= minor <= int(last or first):
            return kind
    return ""
