"""Lines that may not be opened are refused before anything is connected to or opened."""

import asyncio
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from app.device_lines import BadLines, DeviceLines, lines_of
from app.devices.line import Line
from app.devices.transports import allowed
from app.devices.transports.allowed import NotAllowed, check_line
from app.devices.transports.urls import PortUrl, parse_url
from app.devices.watching import watch
from app.settings import BadSetting, read_settings
from tests.lines import SIMULATED

HOUSE = lines_of("device-server 10.0.5.0/24 fd00::/8 10.1.1.1", "950 4001-4032", "/dev/ttyUSB:/dev/serial/", "")


def refusal(url: str, lines: DeviceLines) -> str:
    try:
        check_line(parse_url(url), lines)
    except NotAllowed as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize(
    "url",
    [
        "socket://10.0.5.7:4001", "socket://device-server:950", "rfc2217://Device-Server:4032", "socket://[fd00::7]:4001",
        "socket://10.1.1.1:4001", "/dev/ttyUSB0?baud=4800", "/dev/serial/by-id/usb-shoe",
    ],
)  # fmt: skip
def test_what_is_on_the_lists_may_be_opened(url: str) -> None:
    assert refusal(url, HOUSE) == ""


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("socket://10.0.6.7:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://10.1.1.2:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://127.0.0.1:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://localhost:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://[::1]:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://[::ffff:10.0.5.7]:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://10.327:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://167773447:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://not-device-server:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://device-server.example:4001", "TABLEKEEPER_DEVICE_HOSTS"),
        ("socket://10.0.5.7:22", "TABLEKEEPER_DEVICE_PORTS"),
        ("rfc2217://10.0.5.7:4033", "TABLEKEEPER_DEVICE_PORTS"),
        ("/dev/ttyS0", "TABLEKEEPER_DEVICE_PATHS"),
        ("/etc/passwd", "TABLEKEEPER_DEVICE_PATHS"),
        ("/dev/ttyUSB/../../etc/passwd", "without . and .."),
        ("/dev/serial//by-id", "without . and .."),
    ],
)
def test_what_is_on_no_list_is_refused_and_the_setting_named(url: str, why: str) -> None:
    assert why in refusal(url, HOUSE)


def test_without_settings_no_host_is_allowed_and_no_pseudo_terminal() -> None:
    assert "TABLEKEEPER_DEVICE_HOSTS" in refusal("socket://10.0.0.5:4001", DeviceLines())
    assert refusal("/dev/ttyUSB9?baud=4800", DeviceLines()) == ""
    near, far = os.openpty()
    try:
        assert "TABLEKEEPER_DEVICE_PATHS" in refusal(os.ttyname(far), DeviceLines())
        assert "it is a pseudo-terminal" in refusal(os.ttyname(far), lines_of("", None, "/dev/", ""))
        assert refusal(os.ttyname(far), SIMULATED) == ""
    finally:
        os.close(near)
        os.close(far)


def _bound(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


NO_PORTS: dict[str, Callable[[Path], object]] = {
    "a file": lambda path: path.write_text("text"),
    "a folder": lambda path: path.mkdir(),
    "a named pipe": os.mkfifo,
    "a socket": _bound,
    "the null device": lambda path: path.symlink_to("/dev/null"),
    "this terminal": lambda path: path.symlink_to("/dev/tty"),
    "the maker of pseudo-terminals": lambda path: path.symlink_to("/dev/ptmx"),
}


@pytest.mark.parametrize("what", NO_PORTS)
def test_what_is_no_serial_port_is_refused_without_being_opened(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "port"
    NO_PORTS[what](path)
    lines = DeviceLines(paths=(f"{tmp_path}/",), pseudo_terminals=(f"{tmp_path}/",))
    opened, before = [], os.open

    def noticed(file: object, *rest: object, **more: object) -> int:
        opened.append(f"{file}")
        return before(file, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", noticed)
    assert "it is no serial port" in refusal(str(path), lines)
    assert str(path) not in opened


def test_a_pseudo_terminal_behind_a_serial_ports_name_is_refused(tmp_path: Path) -> None:
    """Whoever may write the folder of the names puts a program of his own there."""
    near, far = os.openpty()
    try:
        (tmp_path / "shoe").symlink_to(os.ttyname(far))
        assert "it is a pseudo-terminal" in refusal(f"{tmp_path}/shoe", DeviceLines(paths=(f"{tmp_path}/",)))
    finally:
        os.close(near)
        os.close(far)


def test_where_the_system_names_no_drivers_pseudo_terminals_are_known_by_their_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(allowed, "DRIVERS", tmp_path / "none")
    near, far = os.openpty()
    try:
        assert "it is a pseudo-terminal" in refusal(os.ttyname(far), DeviceLines(paths=("/dev/",)))
    finally:
        os.close(near)
        os.close(far)


class _User:
    """Notes what becomes of the line."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[str] = asyncio.Queue()

    def opened(self) -> None:
        self.said.put_nowait("opened")

    def received(self, data: bytes) -> None: ...

    def holds(self) -> None: ...

    def lost(self, why: str, *, unannounced: bool) -> None: ...

    def unopened(self, why: str) -> None:
        self.said.put_nowait(why)

    def frames(self) -> int:
        return 0


class _Soon:
    def next_s(self) -> float:
        return 0.01

    def reset(self) -> None: ...


def test_an_address_that_is_refused_is_never_connected_to() -> None:
    """Also a device that was attached before the lists said otherwise."""

    async def tried() -> tuple[list[str], int]:
        connected: list[object] = []
        user = _User()

        def came(*each: object) -> None:
            connected.append(each)
            for _ in range(3):
                user.said.put_nowait("somebody came")

        server = await asyncio.start_server(came, "127.0.0.1", 0)
        url = parse_url(f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}")

        def check(url: PortUrl) -> None:
            check_line(url, HOUSE)

        running = asyncio.create_task(Line(url, user, _Soon(), check).run())  # type: ignore[arg-type]
        said = [await user.said.get() for _ in range(3)]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        server.close()
        return said, len(connected)

    said, connected = asyncio.run(tried())
    assert all(["TABLEKEEPER_DEVICE_HOSTS" in each for each in said])
    assert connected == 0


def test_a_technician_watches_no_line_that_is_on_no_list() -> None:
    shown: list[str] = []
    with pytest.raises(NotAllowed):
        asyncio.run(
            watch("socket://127.0.0.1:1", "bee-tek", "shoe", shown.append, check=lambda url: check_line(url, HOUSE))
        )
    assert shown == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("HOSTS", "10.0.0.5/8"), ("HOSTS", "http://host"), ("HOSTS", "10.0.0.256"), ("HOSTS", "*"),
        ("PORTS", "0"), ("PORTS", "5-4"), ("PORTS", "65536"), ("PORTS", "ssh"),
        ("PATHS", "/"), ("PATHS", "ttyUSB"), ("PSEUDO_TERMINALS", "/dev/../"),
    ],
)  # fmt: skip
def test_lists_that_cannot_be_used_are_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(f"TABLEKEEPER_DEVICE_{name}", text)
    with pytest.raises(BadSetting, match="TABLEKEEPER_DEVICE_"):
        read_settings()
    with pytest.raises(BadLines):
        lines_of(*[text if each == name else "" for each in ("HOSTS", "PORTS", "PATHS", "PSEUDO_TERMINALS")])
