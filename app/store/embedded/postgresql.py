"""One process's use of the PostgreSQL that runs beside it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import app
from app.store.embedded import cluster, locks, log_files
from app.store.embedded.account import Account, account
from app.store.embedded.errors import ELSEWHERE, EmbeddedError
from app.store.embedded.folder import DataFolder, claimed, trouble_explained
from app.store.embedded.probe import Answer, State, ask
from app.store.embedded.socket_folder import PORT, noted, noted_or_made
from app.store.embedded.waiting import Say, Waiting

_LAUNCHES_AT_MOST = 3  # somebody may kill what has just started
_STOPPING = "PostgreSQL is stopping after its last user; waiting for that"
_STARTING = "Another process is starting PostgreSQL; waiting for it"


class Embedded:
    """PostgreSQL that runs beside the processes that use this data folder."""

    def __init__(self, folder: DataFolder, account: Account, users: int, say: Say) -> None:
        self.host = noted(folder, account) or ""
        self.port = PORT
        self._folder = folder
        self._account = account
        self._users: int | None = users
        self._say = say

    @classmethod
    def start(cls, data: Path, say: Callable[[str], None]) -> "Embedded":
        """Use this data folder, made at first use; PostgreSQL answers when this returns."""
        who = account(say)
        folder = claimed(data, who)
        with trouble_explained(folder):
            users = locks.hold_shared(folder.users_lock, Waiting(say), _STOPPING)
        used = cls(folder, who, users, say)
        try:
            used.ensure_running()
        except BaseException:
            used.close()
            raise
        return used

    def is_answering(self) -> bool:
        """Whether PostgreSQL can be used now."""
        return bool(self.host) and ask(self.host).state is State.ANSWERS

    def ensure_running(self) -> None:
        """Start PostgreSQL again if it has died; return when it answers, however long its recovery takes."""
        assert self._users is not None, "this process has closed its use of the data folder"
        if self.is_answering():
            return
        waiting = Waiting(self._say)
        with trouble_explained(self._folder), locks.held_alone(self._folder.start_lock, waiting, _STARTING):
            cluster.require(self._folder, self._account, self._say)
            self.host = noted_or_made(self._folder, self._account)
            self._bring_up(waiting)

    def close(self) -> None:
        """This process no longer uses the data folder; the last one out stops PostgreSQL."""
        if self._users is not None:
            os.close(self._users)
            self._users = None

    def _bring_up(self, waiting: Waiting) -> None:
        log_from = log_files.size(self._folder.server_log)
        launches = 0
        while (answer := ask(self.host)).state is not State.ANSWERS:
            if answer.state is State.REFUSES:
                raise self._refused(answer)
            if not locks.is_held(self._folder.keeper_lock):
                if launches == _LAUNCHES_AT_MOST:
                    raise self._did_not_start(log_from)
                launches += self._launch_keeper()
            waiting.tell(self._progress(answer))

    def _launch_keeper(self) -> bool:
        output = log_files.opened(self._folder.keeper_log)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "app.store.embedded.keeper", str(self._folder.path)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=Path(app.__path__[0]).parent,  # the same Tablekeeper, wherever this process was started
                start_new_session=True,
                check=False,
            )
        finally:
            os.close(output)
        if done.returncode not in (0, locks.HELD_BY_ANOTHER):
            raise EmbeddedError(
                f"PostgreSQL's keeper did not start (it ended with {done.returncode}): see {self._folder.keeper_log}."
            )
        return done.returncode == 0

    def _progress(self, answer: Answer) -> str:
        said = answer.words if answer.state is State.NOT_YET else ""
        told = [said, log_files.last_line(self._folder.server_log)]
        return ": ".join([f"PostgreSQL in {self._folder.path} is not ready yet", *filter(None, told)])

    def _did_not_start(self, log_from: int) -> EmbeddedError:
        why = log_files.last_words(log_files.since(self._folder.server_log, log_from))
        return EmbeddedError(
            f"PostgreSQL does not start on {self._folder.cluster}: {why}. More is in {self._folder.server_log} and "
            f"{self._folder.keeper_log.name} beside it. If its files are damaged, restore a backup (tablekeeper db "
            f"restore) or {ELSEWHERE}."
        )

    def _refused(self, answer: Answer) -> EmbeddedError:
        return EmbeddedError(
            f"PostgreSQL on {self._folder.cluster} runs but does not let this user in: {answer.words}. Only the user "
            f"who made the cluster may connect: run Tablekeeper as that user, or {ELSEWHERE}."
        )
