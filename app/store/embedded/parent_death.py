"""A signal to a child when its parent ends, however that ends. Linux has it; elsewhere the child just stays."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def told_of_the_parents_end(number: signal.Signals) -> Callable[[], None] | None:
    """What the child does between fork and exec, after any change of user, which would take it back."""
    if not sys.platform.startswith("linux"):
        return None
    control = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask_for_the_signal() -> None:
        control(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != parent:  # it ended before it could be asked for
            os._exit(1)

    return ask_for_the_signal
