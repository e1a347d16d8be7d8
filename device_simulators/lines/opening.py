"""Where a simulated device listens, as people write it: `pty`, `tcp://127.0.0.1:7001`, `rfc2217://127.0.0.1:7001`."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from device_simulators.lines.line import Line, OnData
from device_simulators.lines.pty import PtyLine
from device_simulators.lines.rfc2217 import Rfc2217Line
from device_simulators.lines.tcp import TcpLine


class Listen(NamedTuple):
    """The kind of a line, and where it listens; port 0: any."""

    kind: str
    host: str = ""
    port: int = 0

    def next_port(self, step: int) -> "Listen":
        """The same, so many ports further on, unless any port will do."""
        return self._replace(port=self.port + step) if self.port else self


def parse_listen(text: str) -> Listen:
    """Read `--listen`."""
    if text == "pty":
        return Listen("pty")
    url = urlsplit(text)
    try:
        port = url.port
    except ValueError:
        port = None
    if url.scheme not in {"tcp", "rfc2217"} or not url.hostname or port is None:
        raise ValueError(f"{text!r} is no line: write pty, tcp://127.0.0.1:7001 or rfc2217://127.0.0.1:7001")
    return Listen(url.scheme, url.hostname, port)


def new_line(listen: Listen, link: Path, on_data: OnData) -> Line:
    """The line, not plugged in yet; `link` is for a pseudo-terminal."""
    if listen.kind == "pty":
        return PtyLine(link, on_data)
    return (TcpLine if listen.kind == "tcp" else Rfc2217Line)(listen.host, listen.port, on_data)
