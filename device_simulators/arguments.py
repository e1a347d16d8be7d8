"""The command line of the simulators."""

import argparse
from pathlib import Path

from device_simulators.building import CATALOGUE, DIALECTS, Wish
from device_simulators.dialects.bee_tek import Spelling
from device_simulators.ends.angel_eye import AngelEyeOptions
from device_simulators.lines.opening import parse_listen

KINDS = ("shoe", "shuffler", "continuous", "reader")
TABLE = ("shoe", "shuffler", "reader")


def new_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        "device_simulators", description="Devices of a card table that behave like real ones."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="shoe|shuffler|continuous|reader|table")
    for kind in KINDS:
        _add_device(commands.add_parser(kind, help=f"one {kind}"), kind)
    _add_table(commands.add_parser("table", help="a full table's devices: a shoe, a shuffler, a hole-card reader"))
    return parser


def _add_device(parser: argparse.ArgumentParser, kind: str) -> None:
    parser.add_argument(
        "--pty-link", type=Path, help="where the link to the pseudo-terminal is (default: a new folder)"
    )
    parser.add_argument("--memory", type=Path, help="a file that is the device's lasting memory (default: none)")
    parser.add_argument("--key-file", type=Path, help="the device's key, 32 bytes or more (default: it has none)")
    parser.add_argument("--serial", default="", help="serial number (default: made from the kind and the seed)")
    parser.add_argument("--boxes", type=int, default=7, help="boxes that have a button")
    _add_everything(parser)


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boxes", type=int, default=7, help="boxes of the table")
    parser.add_argument(
        "--pty-links", type=Path, help="folder of the links to the pseudo-terminals (default: a new one)"
    )
    parser.add_argument("--memory", type=Path, help="folder for the devices' lasting memory (default: none)")
    parser.add_argument("--keys", type=Path, help="folder with shoe.key, shuffler.key, reader.key (default: no keys)")
    _add_everything(parser)


def _add_everything(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dialect", choices=DIALECTS, default="table-link", help="of the shoe")
    parser.add_argument("--listen", default="pty", help="pty, tcp://HOST:PORT or rfc2217://HOST:PORT (0: any port)")
    parser.add_argument("--decks", type=int, default=8, help="decks of 48 cards")
    parser.add_argument("--seed", type=int, default=1, help="of the cards and of everything left to chance")
    parser.add_argument("--http", default="127.0.0.1:0", help="where the side channel listens")
    parser.add_argument("--faults", default="", help=f"by chance, some of: {','.join(CATALOGUE)}")
    parser.add_argument("--fault-rate", type=float, default=0.02, help="share of frames, cards, actions")
    parser.add_argument("--firmware", default="1.0.3")
    parser.add_argument("--boot-id", type=int, help="of the first start (default: by chance, not from the seed)")
    parser.add_argument("--stays-on", action="store_true", help="with --memory: a start is no start of the device")
    parser.add_argument("--shuffle-seconds", type=float, default=2.0, help="how long the shuffler takes")
    _add_angel_eye(parser.add_argument_group("Angel Eye"))
    bee_tek = parser.add_argument_group("Bee-Tek")
    bee_tek.add_argument("--first", choices=("rank", "suit"), default="rank", help="which comes first in a card")
    bee_tek.add_argument("--ten", choices=("T", "10"), default="10", help="how a ten is written")


def _add_angel_eye(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--copies", default="1-3", help="how often each report is sent")
    group.add_argument("--copy-gap-ms", type=float, default=20.0, help="between the copies of a report")
    group.add_argument("--seq-after-nine", type=int, choices=(0, 1), default=0)
    group.add_argument("--command-bcc", choices=("with-stx", "without-stx"), default="with-stx")
    group.add_argument("--baccarat", action="store_true", help="six cards are a game, the next is an overdraw")


def wishes(given: argparse.Namespace, links: Path) -> dict[str, Wish]:
    """The devices that were asked for, by name; `links`: a folder for links that nobody has named."""
    if given.command != "table":
        link = given.pty_link or links / given.command
        return {given.command: _wish(given, given.command, link, given.key_file, given.memory, 0)}
    folder = given.pty_links or links
    return {
        kind: _wish(given, kind, folder / kind, _in(given.keys, f"{kind}.key"), _in(given.memory, f"{kind}.json"), step)
        for step, kind in enumerate(TABLE)
    }


def _wish(given: argparse.Namespace, kind: str, link: Path, key: Path | None, memory: Path | None, step: int) -> Wish:
    return Wish(
        kind=kind,
        listen=parse_listen(given.listen).next_port(step),
        link=link,
        dialect=given.dialect if kind == "shoe" or given.command != "table" else "table-link",
        decks=given.decks,
        seed=given.seed,
        serial=getattr(given, "serial", ""),
        firmware=given.firmware,
        key=None if key is None else read_key(key),
        boot_id=given.boot_id,
        memory=memory,
        stays_on=given.stays_on,
        faults=tuple(given.faults.split(",")) if given.faults else (),
        fault_rate=given.fault_rate,
        shuffle_s=given.shuffle_seconds,
        angel_eye=_angel_eye(given),
        bee_tek=Spelling(given.first, given.ten),
    )


def _angel_eye(given: argparse.Namespace) -> AngelEyeOptions:
    least, _, most = given.copies.partition("-")
    try:
        copies = (int(least), int(most or least))
    except ValueError:
        copies = (0, 0)
    if not 1 <= copies[0] <= copies[1]:
        raise ValueError(f"--copies {given.copies}: write how often a report is sent, such as 1 or 1-3")
    return AngelEyeOptions(
        copies, given.copy_gap_ms / 1000, given.seq_after_nine, given.command_bcc == "with-stx", given.baccarat
    )


def _in(folder: Path | None, name: str) -> Path | None:
    return folder and folder / name


def read_key(path: Path) -> bytes:
    """The key in this file."""
    key = path.read_bytes()
    if len(key) < 32:
        raise ValueError(f"{path} holds {len(key)} bytes: a key has 32 or more")
    return key
