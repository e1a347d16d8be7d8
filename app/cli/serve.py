"""`tablekeeper serve`: keep the tables, and let people at them."""

import argparse
import ipaddress
import sys
from pathlib import Path

from app.cli.database_command import on_database
from app.cli.endings import Refusal
from app.cli.output import put_lines, say
from app.serving import logs
from app.serving.port import PortRefused
from app.serving.run import Options, serve
from app.serving.stopping import Stop
from app.settings import Settings
from app.store.database import Database
from app.store.signing_keys import KeyRefused
from app.store.upgrading import check_version, current_version, upgrade
from app.table.sharing import SameAddress

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add them to the command line."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at; without: %(default)s")
    parser.add_argument("--port", type=_port, default=8765, help="0 takes any that is free; without: %(default)s")
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the certificate with its chain, PEM")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its key, PEM, without a password")
    parser.add_argument("--address", metavar="URL", help="where others reach this server; without: where it listens")
    parser.add_argument("--upgrade", action="store_true", help="bring an older database to this version first")
    parser.add_argument("--log-json", action="store_true", help="log lines of JSON, for programs")
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--metrics-open", action="store_true", help="give /metrics to everybody who can reach the port")
    told.add_argument("--metrics-from", type=_network, action="append", metavar="NETWORK", help="such as 10.0.8.0/24")
    parser.add_argument(
        "--setup-token-file", type=Path, metavar="FILE", help="write the setup token there, for a program that sets up"
    )
    parser.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"a network is written like 10.0.8.4 or 10.0.8.0/24; {error}") from error


def _serve(options: argparse.Namespace) -> int:
    wanted = Options(
        options.host,
        options.port,
        options.tls_cert,
        options.tls_key,
        options.address,
        _metrics_from(options),
        options.setup_token_file,
    )
    lines = logs.begin(sys.stderr, as_json=options.log_json)
    stop: list[Stop] = []

    async def work(database: Database, settings: Settings) -> int:
        if options.upgrade or await current_version(database) is None:  # an empty one holds nothing to be careful of
            before, now = await upgrade(database)
            say("the database is current" if before == now else f"the database was brought to migration {now}")
        await check_version(database)
        stop.append(Stop())
        return await serve(settings, database, wanted, _tell, stop[0])

    try:
        return on_database(work, current=False)
    except (PortRefused, KeyRefused, SameAddress) as error:
        raise Refusal(str(error)) from error
    finally:
        for each in stop:
            each.done()
        logs.end(lines)


def _metrics_from(options: argparse.Namespace) -> tuple[Network, ...] | None:
    return None if options.metrics_open else tuple(options.metrics_from or ())


def _tell(text: str) -> None:
    put_lines(text, at_once=True)
