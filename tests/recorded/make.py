"""Record rounds with errors under every book as this version does: `python -m tests.recorded.make FILE`.

Each line is a round: its events and what was asked, as the log has them; the digest of the table that the events
leave, and of what they move.
"""

import gzip
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.books.rulebook import load_ruleset, ruleset_ids
from app.game.core.apply import EMPTY, apply
from app.game.core.ledger import postings
from app.game.core.rejections import Answer
from app.game.core.state import Table
from app.game.decide import decide
from app.game.rules.ruleset import Ruleset
from app.store.codec import encode
from tests.agreement import errors, rounds

ROUNDS_OF_A_BOOK = 40
FIRST_SEED = 4_000_000


def recorded(book: str, seed: int) -> dict[str, Any]:
    """The random round of this seed."""
    commands = list[str]()

    def noted(table: Table, rules: Ruleset, command: Any) -> Answer:
        commands.append(encode(command))
        return decide(table, rules, command)

    with patch.object(rounds, "decide", noted), patch.object(errors, "decide", noted):
        round_ = errors.random_round(load_ruleset(book), seed, errors=True).play()
    events = tuple(round_.events)
    written = [encode(event) for event in events]
    return {"book": book, "seed": seed, "events": written, "commands": commands, **digests(events)}


def digests(events: tuple[Any, ...]) -> dict[str, str]:
    """Of the table that these events leave, and of all that they move."""
    table, moves = EMPTY, []
    for event in events:
        moves.append(encode(postings(table, event)))
        table = apply(table, event)
    return {"table": _digest(encode(table)), "money": _digest("\n".join(moves))}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def main(file: Path) -> None:
    """Write them."""
    seeds = range(FIRST_SEED, FIRST_SEED + ROUNDS_OF_A_BOOK)
    lines = [json.dumps(recorded(book, seed), separators=(",", ":")) for book in ruleset_ids() for seed in seeds]
    file.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    print(f"{len(lines)} rounds, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
