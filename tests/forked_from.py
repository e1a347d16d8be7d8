"""What the process has imported and read from which the tests fork theirs (tests/forking.py)."""

import gc

import device_simulators.__main__  # noqa: F401
from app.books.rulebook import ruleset_ids
from app.people import pins
from app.store.codec import decode_record, encode
from tests.cheap_pins import CHEAP
from tests.crash import server  # noqa: F401
from tests.crash.script import rounds

pins.HASHER = CHEAP
# A server finds out once how each kind of record is read and written: all of them find it known.
for _book in ruleset_ids():
    for _ask in rounds(_book, 0, 1):
        decode_record(encode(_ask.command))
        encode(_ask.after)
gc.freeze()
