"""`python -m device_simulators`: runs simulated devices until it is told to stop.

Prints one JSON line for each device, one for the side channel, and one that says that everything is ready.
"""

import asyncio
import json
import signal
import sys
import tempfile
from pathlib import Path

from device_simulators.arguments import new_parser, wishes
from device_simulators.building import Wish
from device_simulators.device import Device
from device_simulators.running import running


def main() -> int:
    """Run the devices; 2 if they cannot be run as asked."""
    given = new_parser().parse_args()
    with tempfile.TemporaryDirectory(prefix="devices-") as links:
        try:
            wanted = wishes(given, Path(links))
            _say_what_is_skipped(wanted)
            asyncio.run(_run(wanted, given.http, given.boxes))
        except (ValueError, OSError) as refused:
            sys.stderr.write(f"cannot run the devices: {refused}\n")
            return 2
    return 0


def _say_what_is_skipped(wanted: dict[str, Wish]) -> None:
    for name, wish in wanted.items():
        for fault in wish.faults:
            if not wish.possible(fault):
                sys.stderr.write(f"{name}: {fault} is skipped, {wish.dialect} over {wish.listen.kind} cannot have it\n")


async def _run(wanted: dict[str, Wish], address: str, boxes: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with running(wanted, address, boxes) as (devices, url):
        _announce(devices, url)
        await stop.wait()


def _announce(devices: dict[str, Device], url: str) -> None:
    for name, device in devices.items():
        said = {"device": name, "dialect": device.dialect, "url": device.line.url, "side_channel": f"{url}/{name}"}
        _print_line(said | ({"serial": serial} if (serial := device.end.shown().get("serial")) else {}))
    _print_line({"side_channel": url})
    _print_line({"ready": True})


def _print_line(said: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
