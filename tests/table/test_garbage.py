"""What holds itself is let go of: at once if it was short-lived, once a day if it was not."""

import subprocess
import sys

PROGRAM = """
import gc, weakref
from app.table.garbage import MIDDLE, YOUNG, search_everything, search_in_pieces

class Cycle:
    def __init__(self):
        self.me = self

search_in_pieces()
short = weakref.ref(Cycle())
lasting = Cycle()
held = weakref.ref(lasting)
kept = [[number] for number in range(YOUNG * MIDDLE * 3)]
assert short() is None, "a short-lived cycle outlived the searches"
assert gc.get_freeze_count() > len(kept) * 2 // 3, "what has lasted is still searched"
del lasting
more = [[number] for number in range(YOUNG * MIDDLE * 3)]
assert held() is not None, "what has lasted was searched again"
assert search_everything() > 0
assert held() is None, "the search of everything left a cycle"
freed = weakref.ref(one := Cycle())
one.me = None
gc.freeze()
del one
assert freed() is None, "what nobody holds is not let go of"
"""


def test_searches_in_pieces() -> None:
    """In a process of its own: it is the process that is set."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
