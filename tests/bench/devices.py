"""How fast frames are decoded, and how long a card takes from the line to an observation.

`python -m tests.bench.devices` measures in turn, several times, and prints each and the spread:

* frames a second on one core, for each dialect: the codec alone, and the session that decides what is new;
* from the write at a pty's far end to the report in the driver's hands, beside the least that anything can do: a loop
  that waits for the same pty and reads it (`selectors`, `os.read`), and that decodes nothing.
"""

import argparse
import asyncio
import os
import selectors
import termios
import threading
import time
import tty
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import NamedTuple

from app.devices.clock import now
from app.devices.codecs.angel_eye import AngelEyeDecoder
from app.devices.codecs.bee_tek import BeeTekDecoder
from app.devices.codecs.table_link.framing import Decoder as TableLinkDecoder
from app.devices.driver import Driver
from app.devices.session_protocol import Captured, Now, Report, Session
from app.devices.sessions.angel_eye import AngelEyeOptions, AngelEyeSession
from app.devices.sessions.bee_tek import BeeTekSession
from app.devices.transports.urls import parse_url
from tests.bench import figures
from tests.bench.quiet import Watch
from tests.devices import angel_eye_wire, bee_tek_wire
from tests.devices.table_link_device import frame as table_link_frame

CHUNK = 64


class Dialect(NamedTuple):
    """What is measured of a dialect: its frames, one decoder for them, and a session if it needs no answers."""

    name: str
    frames: tuple[bytes, ...]
    feed: Callable[[], Callable[[bytes], object]]
    session: Callable[[], Session] | None


def dialects(count: int) -> tuple[Dialect, ...]:
    """The three, with so many frames of cards each."""
    cards = [f"{rank}{suit}" for rank in "A23456789JQK" for suit in "SHDC"]
    angel = tuple([angel_eye_wire.drawn(n % 10, cards[n % 48]) for n in range(1, count + 1)])
    bee = tuple([bee_tek_wire.game_card(cards[n % 48]) for n in range(count)])
    link = tuple([table_link_frame(0, _event(n)) for n in range(1, count + 1)])
    return (
        Dialect("angel-eye", angel, lambda: AngelEyeDecoder().feed, lambda: AngelEyeSession(None, AngelEyeOptions())),
        Dialect("bee-tek", bee, lambda: BeeTekDecoder().feed, lambda: BeeTekSession(None)),
        Dialect("table-link", link, lambda: TableLinkDecoder().feed, None),
    )


def _event(counter: int) -> bytes:
    body = bytes((counter % 12 + 1, counter % 4 + 1)) + (counter % 65536).to_bytes(2, "little") + b"\x62"
    head = b"\xe0\x02" + counter.to_bytes(4, "little") + (1_790_000_000_000 + counter).to_bytes(8, "little")
    return head + bytes((len(body),)) + body


# --- frames a second


def decoded(dialect: Dialect) -> float:
    """Frames a second through the decoder, in pieces as a port gives them."""
    stream, feed = b"".join(dialect.frames), dialect.feed()
    began_s = time.perf_counter()
    for at in range(0, len(stream), CHUNK):
        feed(stream[at : at + CHUNK])
    return len(dialect.frames) / (time.perf_counter() - began_s)


def reported(dialect: Dialect) -> float:
    """Frames a second through the session, each report stored at once."""
    assert dialect.session is not None
    session, moment, reports = dialect.session(), Now(0.0, 0), 0
    session.connected(moment)
    began_s = time.perf_counter()
    for number, frame in enumerate(dialect.frames):
        moment = Now(number * 2.0, number)
        session.received(frame, moment)
        for output in session.take():
            if isinstance(output, Report):
                reports += 1
                session.stored(output, moment)
    took_s = time.perf_counter() - began_s
    assert reports >= len(dialect.frames), f"{reports} reports of {len(dialect.frames)} frames"
    return len(dialect.frames) / took_s


# --- from the line to the observation


class Desk:
    """Notes when each report came into its hands."""

    def __init__(self) -> None:
        self.came = asyncio.Event()
        self.at_s = 0.0

    async def record(self, report: Report) -> None:
        """It came."""
        del report
        self.at_s = time.perf_counter()
        self.came.set()

    async def keep(self, captured: tuple[Captured, ...]) -> None:
        """Nothing is kept."""
        del captured


async def to_observation(frames: Sequence[bytes]) -> list[float]:
    """Seconds from each write to its report."""
    far, near = os.openpty()
    desk, taken = Desk(), list[float]()
    session = AngelEyeSession(None, AngelEyeOptions())
    url = parse_url(os.ttyname(near), 4800)
    driver = Driver("bench", url, session, desk, now, lambda: True, lambda: 0.5)
    driver.start()
    try:
        while not driver.health().connected:
            await asyncio.sleep(0.001)
        for frame in frames:
            desk.came.clear()
            began_s = time.perf_counter()
            os.write(far, frame)
            await desk.came.wait()
            taken.append(desk.at_s - began_s)
    finally:
        await driver.close()
        os.close(far)
        os.close(near)
    return taken


def bare(frames: Sequence[bytes]) -> list[float]:
    """Seconds from each write to the read that has all of it, in a loop that does nothing else."""
    far, near = os.openpty()
    os.set_blocking(near, False)
    tty.setraw(near, termios.TCSANOW)
    taken = list[float]()
    with selectors.DefaultSelector() as selector:
        selector.register(near, selectors.EVENT_READ)
        for frame in frames:
            began_s, got = time.perf_counter(), 0
            os.write(far, frame)
            while got < len(frame):
                selector.select()
                got += len(os.read(near, 4096))
            taken.append(time.perf_counter() - began_s)
    os.close(far)
    os.close(near)
    return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--cards", type=int, default=2_000, help="for the latency")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    assert threading.active_count() == 1
    for dialect in dialects(options.frames):
        print(f"{dialect.name:11} decoder  {_rates([decoded(dialect) for _ in range(options.repeats)])}")
        if dialect.session is not None:
            print(f"{'':11} session  {_rates([reported(dialect) for _ in range(options.repeats)])}")
    frames = dialects(options.cards)[0].frames
    ratios = []
    watch = Watch()
    for number in range(1, options.repeats + 1):
        with watch:
            floor, ours = bare(frames), asyncio.run(to_observation(frames))
        ratios.append(median(ours) / median(floor))
        print(f"{number}: bare loop {_times(floor)}; driver {_times(ours)}; ratio of the medians {ratios[-1]:.2f}")
    what, beside = "a card from its pty to an observation, p50", "a loop that only reads the pty"
    figures.ratio(what, beside, ratios, others=watch.shares)


def _rates(rates: list[float]) -> str:
    return f"{median(rates):>9,.0f} frames/s, median of {len(rates)} ({min(rates):,.0f} to {max(rates):,.0f})"


def _times(taken: list[float]) -> str:
    return f"{median(taken) * 1e6:.0f} us (p95 {quantiles(taken, n=20)[18] * 1e6:.0f})"


if __name__ == "__main__":
    main()
