"""The command line of the demo."""

import argparse
from pathlib import Path


def new_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser("device_simulators.demo", description="Three tables that play by themselves.")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="what the demo keeps; without: .demo")
    parser.add_argument("--host", default="127.0.0.1", help="where its server listens; without: %(default)s")
    parser.add_argument("--port", type=int, default=8765, help="0 takes any that is free; without: %(default)s")
    parser.add_argument("--pace", choices=("human", "fast"), default="human")
    elsewhere = parser.add_argument_group("at a server that runs already, such as one in another container")
    elsewhere.add_argument("--server", metavar="URL", help="play there, and start no server")
    elsewhere.add_argument("--setup-token-file", type=Path, metavar="FILE", help="what `serve` wrote; may come later")
    elsewhere.add_argument(
        "--devices-listen", default="pty", metavar="pty|tcp://HOST:PORT", help="without: %(default)s"
    )
    elsewhere.add_argument("--devices-reached-at", default="", metavar="HOST", help="under which the server finds them")
    elsewhere.add_argument("--shown-at", default="", metavar="URL", help="the server's address in what is printed")
    return parser
