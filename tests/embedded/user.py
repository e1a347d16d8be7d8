"""A process that uses a data folder: `python -m tests.embedded.user DATA`. It does what its standard input says, line
by line, and answers each with one line of JSON."""

import json
import subprocess
import sys
import time
from pathlib import Path

from app.store.embedded import Embedded, EmbeddedError


def tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


def obey(embedded: Embedded, command: str) -> None:
    begun = time.monotonic()
    if command == "ensure":
        embedded.ensure_running()
    if command == "spawn":
        outlives_me = "import sys; sys.stdin.read()"
        subprocess.Popen([sys.executable, "-c", outlives_me], stdout=subprocess.DEVNULL, close_fds=False)
    if command == "close":
        embedded.close()
    tell(did=command, host=embedded.host, answering=embedded.is_answering(), took_s=time.monotonic() - begun)


def main(data: str) -> int:
    begun = time.monotonic()
    try:
        embedded = Embedded.start(Path(data), lambda words: tell(said=words))
    except EmbeddedError as error:
        tell(refused=str(error))
        return 1
    tell(did="start", host=embedded.host, answering=embedded.is_answering(), took_s=time.monotonic() - begun)
    for line in sys.stdin:
        obey(embedded, line.strip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
