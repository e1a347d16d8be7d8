"""`python -m device_simulators.demo.leash PARENT LOCK PROGRAM ...`: becomes the program, which holds a lock on the file
LOCK, with its process id in it, for as long as it lives, and on Linux is told to stop when the process PARENT has
ended, in whatever way."""

import ctypes
import fcntl
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Become the program."""
    parent, lock, *program = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != int(parent):  # it ended before it could be said
            sys.exit(1)
    held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(held, fcntl.LOCK_EX)
    os.truncate(held, 0)
    os.write(held, str(os.getpid()).encode())
    os.set_inheritable(held, True)  # noqa: FBT003 - the lock is the program's from here on
    os.execvp(program[0], program)  # noqa: S606 - the program is the one that the demo names


if __name__ == "__main__":
    main()
