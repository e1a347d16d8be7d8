"""The command line: `tablekeeper COMMAND`."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from app.cli import database, devices, records, scripts, serve, servers, staff, watch
from app.cli.endings import CANNOT_WRITE, INTERRUPTED, NOBODY_READS, REFUSED, Refusal


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except Refusal as refusal:
        print(f"tablekeeper: {refusal}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:  # whoever read the output has gone
        return _leave_output(NOBODY_READS)
    except OSError as error:
        print(f"tablekeeper: cannot write the result: {error.strerror}", file=sys.stderr)
        return _leave_output(CANNOT_WRITE)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _leave_output(status: int) -> int:
    """Let nothing more be written on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tablekeeper", description="The authoritative record of a live Pontoon table."
    )
    parser.add_argument("--version", action="version", version=f"tablekeeper {version('tablekeeper')}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    scripts.add_commands(commands)
    records.add_commands(commands)
    database.add_commands(commands)
    devices.add_commands(commands)
    serve.add_commands(commands)
    servers.add_commands(commands)
    staff.add_commands(commands)
    watch.add_commands(commands)
    return parser
