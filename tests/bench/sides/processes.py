"""The server of this tree as a process of its own, as a house runs it, on a disk.

Every tree's tests have a `House`; later ones fork its server from a process that has imported it, and keep its data in
memory. Here each server starts as `python -m app serve`, and each PostgreSQL writes to the folder for temporary files.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bot.house import GREETING, House
from tests.store.places import is_kept
from tests.store.waiting import until

END_S = 120.0


class ServedHouse(House):
    """A house whose server is started as its people start it, or by another program that takes its arguments."""

    started_by: tuple[str, ...] = (sys.executable, "-m", "app")

    def start(self) -> None:
        """Serve, at the same port as before."""
        port = self.url.rpartition(":")[2] or "0"
        program = [*self.started_by, "serve", "--port", port]
        with self.log.open("a") as log:
            self._running = subprocess.Popen(
                program, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True
            )
        self.process = self._running  # type: ignore[assignment]
        assert self._running.stdout is not None
        found = GREETING.search(self._running.stdout.readline())
        assert found, self.log.read_text()
        self.url = found[1]

    def end(self) -> None:
        """SIGTERM, and wait: a thousand tables take their time. What was measured has been checked before."""
        if self.process is None:
            return
        self._running.terminate()
        try:
            if code := self._running.wait(END_S):
                print(f"The server ended with {code}.")
        finally:
            self._running.kill()
            assert self._running.stdout is not None
            self._running.stdout.close()
            self.process = None


@contextmanager
def served_house(*, serves: bool, program: tuple[str, ...] = ServedHouse.started_by) -> Iterator[House]:
    """A house with an administrator and nothing else; thrown away afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tablekeeper-house-"))
    folder.chmod(0o711)
    made = ServedHouse(folder / "data")
    made.started_by = program
    try:
        made.add_administrator()
        if serves:
            made.start()
        yield made
    finally:
        made.end()
        until(lambda: not is_kept(made.data))
        shutil.rmtree(folder)
