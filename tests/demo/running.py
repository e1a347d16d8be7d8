"""The demo as somebody runs it: a process, what it prints, Ctrl-C."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from device_simulators.bot.terminal.people import Person
from device_simulators.demo.office import Office
from tests.store.places import is_kept
from tests.store.waiting import until

PATIENCE_S = 120.0
CODE = re.compile(r"^  (\w+) +(\w+) +(\d{4} \d{4} \d{4} \d{4})  ", re.MULTILINE)
PINS = {"dana": "739155", "sue": "482013", "sam": "915372", "eve": "269487"}


class RunningDemo:
    """One run of it."""

    def __init__(self, data: Path, *more: str) -> None:
        self.data = data
        program = (sys.executable, "-m", "device_simulators.demo", "--data", str(data), "--port", "0", "--pace", "fast")
        self._process = subprocess.Popen(
            (*program, *more), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said = ""
        self._told = threading.Condition()
        self._reading = threading.Thread(target=self._read)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._told:
                self.said += line
                self._told.notify_all()

    def says(self, pattern: str, times: int = 1, *, after: int = 0) -> int:
        """Wait until it has said this so often, and return where in its words; `after`: what came before is old."""
        found = re.compile(pattern, re.MULTILINE)
        with self._told:
            here = self._told.wait_for(lambda: len(found.findall(self.said, after)) >= times, PATIENCE_S)
            assert here, f"it never said {pattern!r}:\n{self.said}"
            return len(self.said)

    @property
    def url(self) -> str:
        """Where its server is."""
        self.says(r"start page +\S+/\n")
        found = re.search(r"start page +(\S+)/\n", self.said)
        assert found
        return found[1]

    @property
    def codes(self) -> dict[str, tuple[str, str]]:
        """Role and one-time code of each of the visitors."""
        self.says("^  Sign in by name")
        return {name: (role, code) for role, name, code in CODE.findall(self.said)}

    def office(self, who: str) -> Office:
        """The server, asked by one of the visitors."""
        return Office(self.url, Person(who, PINS[who]))

    @property
    def server(self) -> int:
        """The process id of its server."""
        (child,) = children_of(self._process.pid)
        return child

    def end(self, how: int = signal.SIGINT) -> int:
        """Its exit status after this signal, with everything that it had started gone."""
        self._process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Its exit status."""
        status = self._process.wait(PATIENCE_S)
        self._reading.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        until(lambda: not is_kept(self.data / "data"))
        return status

    def kill(self) -> None:
        """Whatever a test came to, nothing of it is left."""
        if self._process.poll() is None:
            self._process.kill()
        self.ended()


def children_of(process_id: int) -> list[int]:
    """The processes that this one has started and that live."""
    found = Path(f"/proc/{process_id}/task/{process_id}/children").read_text()
    return [int(each) for each in found.split()]
