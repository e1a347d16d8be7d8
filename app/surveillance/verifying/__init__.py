"""Proof that nothing was changed: the whole log against itself, and against the heads that were signed and exported.

Every stream is walked event by event: the hash of each row and of the one before, versions without gaps, time, the
table that the events fold to against each checkpoint, the commands by the digests that their events carry, the cards
in the vault by the commitments of the log, the tables that people query by what the events give. That finds whatever
was changed by somebody who did not write all that follows anew. For one who did there are the signed lines: what they
say of a stream is in the log, or was changed. What no line speaks for is a finding as soon as one should.

Everything is seen as it was at one moment; tables go on playing meanwhile. The file of the signed lines is opened
before that moment and may be longer than the database at the end, never the other way round.
"""

import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from app.books.rulebook import BadRuleset, read_ruleset
from app.settings import Settings
from app.store.database import Database
from app.store.identity import ids_in
from app.store.signing_keys import keys_beside, verifying_keys
from app.surveillance.verifying.claims import Claims
from app.surveillance.verifying.exported_heads import HeadsFile
from app.surveillance.verifying.findings import Finding, Findings, Report
from app.surveillance.verifying.relations import Relations
from app.surveillance.verifying.signed_lines import DATABASE, HEADS, Signatures
from app.surveillance.verifying.snapshot import Snapshot, snapshot
from app.surveillance.verifying.stream import KeptHead, Stream

__all__ = ["Finding", "Findings", "verify"]

Progress = Callable[[int, int], None]
# A line is in the database a moment before it is in the file.
PATIENCE_S = 1.0
BOOKS = "books"


def _silent(_done: int, _total: int) -> None:
    """Nobody watches."""


async def verify(
    database: Database,
    settings: Settings,
    *,
    keys: Sequence[Path] | None = None,
    heads_file: Path | None = None,
    progress: Progress = _silent,
    patience_s: float = PATIENCE_S,
    now_us: Callable[[], int] = lambda: time.time_ns() // 1_000,
) -> Findings:
    """Everything that is not as it was written. Without `keys`: the public keys that lie beside the signing key."""
    known = verifying_keys(keys_beside(settings.signing_key_path) if keys is None else keys)
    report = Report()
    with HeadsFile(heads_file or settings.heads_path) as file:
        async with snapshot(database) as log:
            now = now_us()
            await _relations(log, Relations(report))
            heads = await _streams(log, report, progress)
            await _books(log, report)
            claims = Claims(log, report)
            written = await log.written([*ids_in(settings.data)]) if heads_file is None else None
            async with log.cursors():
                await _lines(log, report, Signatures(report, known, written), file, claims, patience_s)
                await claims.end(heads, now)
    return report.findings(own_keys=keys is None)


async def _relations(log: Snapshot, relations: Relations) -> None:
    for role, (first, found) in (await log.relations()).items():
        relations.add(role, first, found)


async def _streams(log: Snapshot, report: Report, progress: Progress) -> dict[str, KeptHead | None]:
    """All streams; their heads."""
    heads: dict[str, KeptHead | None] = {}
    total = await log.count()
    for name in await log.streams():
        heads[name] = await log.head(name)
        report.count("streams")
        async with log.cursors():
            await _stream(log, Stream(report, name), heads[name], lambda: progress(report.counted["events"], total))
    return heads


async def _stream(log: Snapshot, stream: Stream, head: KeptHead | None, tell: Callable[[], None]) -> None:
    events = await log.events(stream.name)
    commands, cards = await log.commands(stream.name), await log.cards(stream.name)
    while entries := await events.next():
        last = max([entry.version for entry in entries])
        await commands.up_to(last, stream.commands)
        await cards.up_to(last, stream.cards)
        for entry in entries:
            stream.event(entry)
        await stream.projections.compare(log, last)
        tell()
    await commands.up_to(EVER, stream.commands)
    await cards.up_to(EVER, stream.cards)
    stream.end(head)
    await stream.projections.end(log)
    if stream.pins is not None:
        stream.pins.compare(await log.pins())
    tell()


EVER = 2.0**63


async def _books(log: Snapshot, report: Report) -> None:
    """Each book is the text of its hash, which is in the log, under the name that the text has; none is missing."""
    there = set()
    for hash_, name, text in await log.books():
        report.count("books")
        there.add(hash_)
        found = sha256(text.encode()).hexdigest()
        if found != hash_:
            report.add(Finding(BOOKS, None, None, "text of a book", f"one with the hash {found}", hash_))
        elif (named := _named(text)) not in (None, name):
            report.add(Finding(BOOKS, None, None, "name of a book", name, f"{named}, as the text of {hash_} says"))
    for hash_ in await log.books_of_rounds():
        if hash_ not in there:
            report.add(Finding(BOOKS, None, None, "text of a book", "none", f"{hash_}, by which rounds were played"))


def _named(text: str) -> str | None:
    """The name of the book; None where this program cannot read an edition."""
    try:
        return read_ruleset(text).id
    except BadRuleset:
        return None


async def _lines(
    log: Snapshot, report: Report, signatures: Signatures, file: HeadsFile, claims: Claims, patience_s: float
) -> None:
    """The lines of the database and of the file, side by side."""
    batches, expected = await log.lines(), 0
    while rows := await batches.next():
        for number, of_database in rows:
            expected += 1
            if number != expected:
                report.add(Finding(DATABASE, expected, HEADS, "number in the database", str(number), str(expected)))
            of_file = await file.next_line(patience_s)
            if of_file is None:
                patience_s = 0.0
            await claims.add(signatures.pair(of_file, of_database))
    while (of_file := file.next_old_line()) is not None:
        await claims.add(signatures.pair(of_file, None))
    if size := file.piece():
        signatures.piece(size)
    await claims.compare()
