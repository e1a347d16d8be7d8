"""A line over TCP with the telnet of RFC 2217 around it, by pyserial; the settings reach an imaginary port."""

import struct
from dataclasses import dataclass
from typing import cast

from serial.rfc2217 import PortManager, Serial

from device_simulators.lines.line import OnData
from device_simulators.lines.tcp import Client, TcpLine


@dataclass(slots=True)
class ImaginaryPort:
    """The settings of a serial port that is not there."""

    baudrate: int = 9600
    bytesize: int = 8
    parity: str = "N"
    stopbits: float = 1
    xonxoff: bool = False
    rtscts: bool = False
    break_condition: bool = False
    dtr: bool = True
    rts: bool = True
    cts: bool = True
    dsr: bool = True
    ri: bool = False
    cd: bool = True

    def reset_input_buffer(self) -> None:
        """Nothing waits here."""

    def reset_output_buffer(self) -> None:
        """Nothing waits here."""


@dataclass(frozen=True, slots=True)
class _Wire:
    client: Client

    def write(self, data: bytes) -> None:
        self.client.transport.write(data)


class Rfc2217Line(TcpLine):
    """A TCP line whose client sets the baud rate and the like."""

    scheme = "rfc2217"

    def __init__(self, host: str, port: int, on_data: OnData) -> None:
        super().__init__(host, port, on_data)
        self._manager: PortManager | None = None

    def _greet(self, client: Client) -> None:
        self._manager = PortManager(cast("Serial", ImaginaryPort()), cast("Serial", _Wire(client)))

    def _dressed(self, data: bytes) -> bytes:
        return data.replace(b"\xff", b"\xff\xff")

    def _undressed(self, data: bytes) -> bytes:
        assert self._manager is not None
        try:
            return b"".join(self._manager.filter(data))
        except (struct.error, ValueError, KeyError, IndexError, TypeError):  # no RFC 2217: not a client of ours
            if self._client is not None:
                self._client.transport.abort()
            return b""
