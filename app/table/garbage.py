"""Python's search for reference cycles, made rare.

Tables are built of immutable tuples, which make no cycles; but every search looks at all of them that have lived for a
while, and took a third of the time of a thousand busy tables. What is there when the server starts is never looked at
again, and the rest seldom.
"""

import gc

YOUNG, MIDDLE, OLD = 50_000, 20, 100


def search_rarely() -> None:
    """For this process, from now on."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
