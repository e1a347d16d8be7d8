"""Python's search for reference cycles, in pieces that nobody notices.

Tables are built of immutable tuples, which make no cycles; but every search looks at all of them that are new, and once
they are many it stops a thousand tables for half a second. So the searches are small and frequent, and what has lived
through two of them is not looked at again: it is let go of when nobody holds it, as ever. Only a cycle that was left
after that stays, until everything is searched once a day.
"""

import gc

YOUNG, MIDDLE, NEVER = 2_000, 5, 1_000_000


def search_in_pieces() -> None:
    """For this process, from now on."""
    search_everything()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    if _leave_be not in gc.callbacks:
        gc.callbacks.append(_leave_be)


def search_everything() -> int:
    """What is there now is searched, which takes its time, and not looked at again; how much was let go of."""
    gc.unfreeze()
    found = gc.collect()
    gc.freeze()
    return found


def _leave_be(phase: str, found: dict[str, int]) -> None:
    if phase == "stop" and found["generation"] > 0:
        gc.freeze()
