"""Serves the side channel of all devices of one simulator, on loopback."""

import contextlib
import ipaddress
import socket
from collections.abc import Generator, Mapping

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from device_simulators.device import Device
from device_simulators.machines.machine import CannotNow
from device_simulators.side_channel.routes import routes

DEAD_CONNECTION_S = 1


class SideChannel(uvicorn.Server):
    """A server that leaves the signals to the program it runs in."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Take no signals."""
        yield


def new_application(devices: Mapping[str, Device], boxes: int) -> FastAPI:
    """The routes of all devices, each under its name."""
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    for name, device in devices.items():
        application.include_router(routes(device, name, boxes))

    @application.get("/")
    async def names() -> dict[str, str]:
        return {name: f"/{name}/state" for name in devices}

    @application.exception_handler(CannotNow)
    async def refuse(request: Request, refused: CannotNow) -> JSONResponse:
        return JSONResponse({"refused": str(refused)}, status_code=409)

    return application


def new_side_channel(devices: Mapping[str, Device], boxes: int) -> SideChannel:
    """The server, not serving yet."""
    application = new_application(devices, boxes)
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_graceful_shutdown=DEAD_CONNECTION_S,
    )
    return SideChannel(config)


def listening_socket(address: str) -> socket.socket:
    """A socket for `127.0.0.1:0` and the like; the side channel tells every card, so it stays on this machine."""
    host, _, port = address.rpartition(":")
    try:
        loopback = ipaddress.ip_address(host).is_loopback
        number = int(port)
    except ValueError:
        raise ValueError(f"{address!r} is no address for the side channel: write 127.0.0.1:0") from None
    if not loopback:
        raise ValueError(f"{address!r}: the side channel tells every card, so it listens on 127.0.0.1 only")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, number), family=family)
