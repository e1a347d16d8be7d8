"""The command line: `tablekeeper COMMAND`. Each command has a module of its name, which is imported when it is run."""

import argparse
import gc
import os
import sys
from collections.abc import Container, Sequence
from importlib import import_module
from typing import Any

from app.cli.endings import CANNOT_WRITE, INTERRUPTED, NOBODY_READS, REFUSED, Refusal
from app.cli.output import put, say

COMMANDS = {
    "play": "run a round script and print the result as JSON",
    "rules": "list the rule books, or show one with the clause of every option",
    "replay": "every event of a round, with what it did to the table",
    "export": "a round as a round script that gives the same settlement",
    "dispute-pack": "all that the record has of a round, in one signed file",
    "recall": "the last rounds of a table, the newest first",
    "verify": "prove that nothing was changed",
    "rebuild": "make the tables that people query again, from the log",
    "db": "upgrade, look at, back up and restore the database",
    "devices": "the shoes, shufflers and readers of the tables",
    "serve": "keep the tables: HTTP, live feeds, devices",
    "servers": "which servers there are, and which is to let go of its tables",
    "staff": "people's accounts, and the signs at the tables",
    "watch": "follow a table of a server in this terminal",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    options = command_line(words).parse_args(words)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except Refusal as refusal:
        say(f"tablekeeper: {refusal}")
        return REFUSED
    except BrokenPipeError:  # whoever read the output has gone
        return _leave_output(NOBODY_READS)
    except OSError as error:
        say(f"tablekeeper: cannot write the result: {error.strerror}")
        return _leave_output(CANNOT_WRITE)
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _leave_output(status: int) -> int:
    """Let nothing more be written on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status


def command_line(named: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of all commands. Only the named ones have their own arguments: the modules of the others, and all
    that those import, are not needed to run one command."""
    parser = argparse.ArgumentParser(
        prog="tablekeeper", description="The authoritative record of a live Pontoon table."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, what in COMMANDS.items():
        command = commands.add_parser(name, help=what)
        if name in named:
            _module(name).add_arguments(command)
    return parser


def _module(name: str) -> Any:
    """The module of a command. Importing makes thousands of classes and no garbage: without searches for it, a server
    is there a fifth sooner."""
    gc.disable()
    try:
        return import_module(f"app.cli.{name.replace('-', '_')}")
    finally:
        gc.enable()


class _Version(argparse.Action):
    """Looks the version up when it is asked for: that imports a tenth of the standard library."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        put(f"tablekeeper {version('tablekeeper')}")
        parser.exit()
