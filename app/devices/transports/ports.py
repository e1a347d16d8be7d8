"""Opening whatever line an address names."""

from app.devices.transports.rfc2217 import open_rfc2217
from app.devices.transports.serial_port import open_serial
from app.devices.transports.tcp import open_tcp
from app.devices.transports.transport import OnData, OnLost, Transport
from app.devices.transports.urls import PortUrl, SerialUrl, TcpUrl


async def open_transport(url: PortUrl, on_data: OnData, on_lost: OnLost) -> Transport:
    """The open line; raises CannotOpen."""
    match url:
        case SerialUrl():
            return await open_serial(url, on_data, on_lost)
        case TcpUrl():
            return await open_tcp(url, on_data, on_lost)
        case _:
            return await open_rfc2217(url, on_data, on_lost)
