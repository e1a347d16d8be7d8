"""The keeper: the process that is PostgreSQL's parent, and stops it once nobody uses the data folder any more.

`python -m app.store.embedded.keeper DATA` comes back at once, with 0 when a keeper is under way and 75 when there is
one already. It imports little, since every first command on a data folder waits for it.
"""

import fcntl
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, Popen
from threading import Thread

from app.backoff import Backoff
from app.store.embedded import locks, log_files, socket_folder
from app.store.embedded.account import Account, account
from app.store.embedded.binaries import binary, environment
from app.store.embedded.folder import DataFolder
from app.store.embedded.parent_death import told_of_the_parents_end

_LOOK_EVERY_S = 1.0
_RETRY_FOR_S = 20.0
_RETRY_AFTER_S = 0.05
_DEAD = ("Z", "X")
_READY = "\nready   \n"
_ONE_BEFORE_IS_ENDING = ("pre-existing shared memory block", "already exists")


class Happening(Enum):
    """What a keeper waits for."""

    ENDED = auto()
    UNUSED = auto()
    TOLD_TO_STOP = auto()
    SOCKET_GONE = auto()


class Keeper:
    """Runs PostgreSQL until it ends by itself or is of no more use."""

    def __init__(self, folder: DataFolder, account: Account, sockets: str) -> None:
        self._folder = folder
        self._account = account
        self._sockets = sockets
        self._happenings: SimpleQueue[Happening] = SimpleQueue()

    def keep(self) -> Happening:
        """Start PostgreSQL and stay as long as it does; the reason why it is over."""
        self._listen_to_signals()
        Thread(target=self._wait_until_unused, daemon=True).start()
        again, retry_until = Backoff.steady(_RETRY_AFTER_S), time.monotonic() + _RETRY_FOR_S
        while True:
            log_from = log_files.size(self._folder.server_log)
            server = self._launch()
            happening = self._await_happening()
            if happening is Happening.ENDED and time.monotonic() < retry_until and self._must_wait(log_from):
                time.sleep(again.next_s())
                continue
            self._see_off(server, happening)
            return happening

    def _listen_to_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: self._happenings.put(Happening.TOLD_TO_STOP))

    def _wait_until_unused(self) -> None:
        # Kept open, and so locked, until the process is gone: whoever comes now waits for the end of PostgreSQL.
        fcntl.flock(locks.opened(self._folder.users_lock), fcntl.LOCK_EX)
        self._happenings.put(Happening.UNUSED)

    def _launch(self) -> Popen[bytes]:
        output = log_files.opened(self._folder.server_log)
        try:
            server = Popen(
                [str(binary("postgres")), "-D", str(self._folder.cluster), "-c", self._socket_setting()],
                stdin=DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self._folder.cluster,
                env=environment() | harmless_ancestor(self._folder.cluster),
                preexec_fn=told_of_the_parents_end(signal.SIGINT),
                **self._account.become(),
            )
        finally:
            os.close(output)
        # The signal goes out when the thread that forked ends, so only the main thread launches.
        Thread(target=self._wait_for_end, args=(server.wait,), daemon=True).start()
        return server

    def _socket_setting(self) -> str:
        return 'unix_socket_directories="' + self._sockets.replace('"', '""') + '"'

    def _wait_for_end(self, wait: Callable[[], int]) -> None:
        say(f"PostgreSQL ended with {wait()}")
        self._happenings.put(Happening.ENDED)

    def _await_happening(self) -> Happening:
        while True:
            try:
                return self._happenings.get(timeout=_LOOK_EVERY_S)
            except Empty:
                if self._socket_is_gone():
                    return Happening.SOCKET_GONE
                self._bound_logs()

    def _socket_is_gone(self) -> bool:
        # Somebody cleaned the temporary folder: nobody can connect any more, so it must start with another.
        return self._is_ready() and not os.path.lexists(socket_folder.socket_in(self._sockets))

    def _is_ready(self) -> bool:
        with suppress(OSError):
            return (self._folder.cluster / "postmaster.pid").read_text(encoding="utf-8").endswith(_READY)
        return False

    def _bound_logs(self) -> None:
        with suppress(OSError):  # a log is no reason to let PostgreSQL die
            log_files.bound(self._folder.server_log)
            log_files.bound(self._folder.keeper_log)

    def _must_wait(self, log_from: int) -> bool:
        return any(words in log_files.since(self._folder.server_log, log_from) for words in _ONE_BEFORE_IS_ENDING)

    def _see_off(self, server: Popen[bytes], happening: Happening) -> None:
        if happening is not Happening.ENDED:
            server.send_signal(signal.SIGINT)  # fast shutdown: connections are closed, everything is written
            server.wait()
        if happening is Happening.UNUSED:
            with suppress(OSError):  # no litter in the temporary folder; it is made anew
                os.rmdir(self._sockets)


def harmless_ancestor(cluster: Path) -> dict[str, str]:
    """PostgreSQL's own way to be told that the process in `postmaster.pid` is not a PostgreSQL.

    In a container that starts again, the number that PostgreSQL had last time soon belongs to another process of the
    same user; and a dead one that no parent has collected still has its number. PostgreSQL would take either for itself
    and not start. It still makes sure that nobody uses the shared memory.
    """
    try:
        number = int((cluster / "postmaster.pid").read_text(encoding="utf-8").split("\n", 1)[0])
        return {"PG_GRANDPARENT_PID": str(number)} if _is_dead_or_elsewhere(Path(f"/proc/{number}"), cluster) else {}
    except (OSError, ValueError):  # there is no such file, no such process, or no /proc on this system
        return {}


def _is_dead_or_elsewhere(process: Path, cluster: Path) -> bool:
    state = (process / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
    return state in _DEAD or (process / "cwd").readlink() != cluster


def say(what: str) -> None:
    """One line in the keeper's log."""
    now = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    sys.stderr.write(f"{now} UTC [{os.getpid()}] {what}\n")
    sys.stderr.flush()


def main(data: str) -> int:
    """Leave a keeper behind, unless there is one."""
    folder = DataFolder(Path(data))
    lock = locks.opened(folder.keeper_lock)
    if not locks.try_lock(lock, fcntl.LOCK_EX):
        return locks.HELD_BY_ANOTHER
    if os.fork():  # the child has the lock too, and belongs to nobody who would have to collect it
        return 0
    os.ftruncate(lock, 0)
    os.write(lock, f"{os.getpid()}\n".encode())
    who = account(say)
    sockets = socket_folder.noted(folder, who)
    if sockets is None:
        say(f"There is no socket folder in {folder.socket_note}: start Tablekeeper again.")
        return 1
    say(f"Starting PostgreSQL, with its socket in {sockets}")
    say(f"The end: {Keeper(folder, who, sockets).keep().name.lower().replace('_', ' ')}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
