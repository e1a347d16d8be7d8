"""The operating-system account that PostgreSQL runs as: our own, or, since it refuses to run as root, a system user."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.store.embedded.errors import EmbeddedError
from app.store.embedded.waiting import Say

SYSTEM_USER = "tablekeeper"
ROOT = 0

_FIRST_CLOSED = 'for folder do (cd -- "$folder") 2>/dev/null || { printf %s "$folder"; exit 1; }; done'


@dataclass(frozen=True, slots=True)
class Account:
    """Who PostgreSQL runs as, and who may connect to it."""

    name: str
    uid: int
    gid: int
    logins: tuple[str, ...]

    @property
    def is_another(self) -> bool:
        """Whether PostgreSQL runs as somebody else than this process."""
        return self.uid != os.geteuid()

    def become(self) -> dict[str, Any]:
        """The arguments of `subprocess` that run a program as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_another else {}

    def take_over(self, made_by_us: Path) -> None:
        """Give this account a folder or file that we have just made."""
        if self.is_another:
            os.chown(made_by_us, self.uid, self.gid, follow_symlinks=False)

    def closed_folder(self, folders: Iterable[Path]) -> str | None:
        """The first of these folders that this account cannot enter."""
        if not self.is_another:
            return next((str(folder) for folder in folders if not os.access(folder, os.X_OK)), None)
        command = ["/bin/sh", "-c", _FIRST_CLOSED, "sh", *(str(folder) for folder in folders)]
        tried = subprocess.run(command, stdout=subprocess.PIPE, cwd="/", check=False, **self.become())
        return os.fsdecode(tried.stdout) or None


def account(say: Say) -> Account:
    """The account for this process; as root the system user, made when there is none."""
    if os.geteuid() != ROOT:
        me = _entry(os.geteuid())
        return Account(me.pw_name, me.pw_uid, me.pw_gid, (me.pw_name,))
    server = _system_user() or _make_system_user(say)
    return Account(server.pw_name, server.pw_uid, server.pw_gid, (_entry(ROOT).pw_name, server.pw_name))


def _entry(uid: int) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError:
        raise EmbeddedError(
            f"The user id {uid}, which Tablekeeper runs as, has no name in /etc/passwd, and PostgreSQL knows people by "
            "name: give it one, or point TABLEKEEPER_DATABASE_URL at a PostgreSQL server."
        ) from None


def _system_user() -> pwd.struct_passwd | None:
    try:
        found = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        return None
    if found.pw_uid == ROOT:
        raise EmbeddedError(
            f"The user {SYSTEM_USER}, as whom PostgreSQL would run, is root under another name in /etc/passwd, and "
            "PostgreSQL refuses to run as root: give it an id of its own."
        )
    return found


def _make_system_user(say: Say) -> pwd.struct_passwd:
    say(f"PostgreSQL does not run as root: making the system user {SYSTEM_USER} for it.")
    program = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if program is None:
        raise _no_user("there is no useradd here")
    flags = ["--system", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/bin/false"]
    made = subprocess.run([program, *flags, SYSTEM_USER], capture_output=True, text=True, check=False)
    # Two processes may make it at the same moment: what counts is that it is there.
    found = _system_user()
    if found is None:
        raise _no_user(made.stderr.strip() or f"useradd ended with {made.returncode}")
    return found


def _no_user(why: str) -> EmbeddedError:
    return EmbeddedError(
        f"PostgreSQL does not run as root, and the system user {SYSTEM_USER} could not be made: {why}. Make a system "
        "user of that name, run Tablekeeper as an ordinary user, or set TABLEKEEPER_DATABASE_URL."
    )
