"""The signed lines: the chain of lines in the file and in the database, each signature, and what was signed of the log.

The file is what counts: it can lie where nobody who writes the database can reach it. A line is added to the database
first, so the file may never hold one that the database lacks. Of several servers each has a file of its own, which has
the others' lines a little later: up to the line that its server has put on record it is whole, or it was cut.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.store.signed_heads import FIRST_PREVIOUS, Line, NoLine, SignedHead, read_line, text_hash
from app.store.signing_keys import VerifyingKey
from app.surveillance.verifying.findings import Finding, Report, short

FILE, DATABASE = "signed heads (file)", "signed heads (database)"
HEADS = "heads"
# A key with which nothing was signed for so long, while another signed, has been replaced.
REPLACED_US = 86_400_000_000


class Claim(NamedTuple):
    """That a stream had this head, as a line says."""

    line: int
    time_us: int
    head: SignedHead


class Lines:
    """One chain of lines, from the file or from the database."""

    def __init__(self, report: Report, where: str, keys: Mapping[str, VerifyingKey]) -> None:
        self._report, self._where, self._keys = report, where, keys
        self._number, self._hash, self._time_us = 0, FIRST_PREVIOUS, 0
        self._last_us: dict[str, int] = {}

    @property
    def number(self) -> int:
        """How many lines there were."""
        return self._number

    def follow(self, text: str) -> None:
        """The next line is one that was looked at elsewhere."""
        self._number, self._hash = self._number + 1, text_hash(text)

    def line(self, text: str) -> Line | None:
        """The next line, if it was signed with one of the keys."""
        self._number += 1
        previous, self._hash = self._hash, text_hash(text)
        try:
            line = read_line(text)
        except NoLine as error:
            self._add("line", str(error), "a signed line")
            return None
        if line.number != self._number:
            self._add("number of the line", str(line.number), str(self._number))
        if line.previous != previous:
            self._add("hash of the line before", short(line.previous), short(previous))
        if line.time_us < self._time_us:
            self._add("time", f"{line.time_us} us", f"{self._time_us} us or later")
        self._time_us = line.time_us
        return line if self._is_signed(line) else None

    def _is_signed(self, line: Line) -> bool:
        key = self._keys.get(line.key)
        if key is None:
            self._add("key", f"{line.key}, which is not known", ", ".join(self._keys) or "a public key: none was given")
            return False
        if not line.is_of(key):
            self._add("signature", "one that does not fit the line", f"one of the key {key.id}")
            return False
        self._check_not_replaced(line)
        return True

    def _check_not_replaced(self, line: Line) -> None:
        """A key that another has replaced signs nothing more: whoever has it could go on with a history of his own."""
        before_us = self._last_us.get(line.key, line.time_us)
        since = [key for key, at_us in self._last_us.items() if at_us > before_us]
        if since and line.time_us > before_us + REPLACED_US:
            self._add("key", f"{line.key} again", f"{since[-1]}, which has replaced it")
        self._last_us[line.key] = line.time_us

    def _add(self, what: str, found: str, expected: str) -> None:
        self._report.add(Finding(self._where, self._number, HEADS, what, found, expected))


class Signatures:
    """Compares file and database line by line, and gives what the lines claim. `written`: up to which line the file's
    own server has written it; None: it has to have all."""

    def __init__(self, report: Report, keys: Mapping[str, VerifyingKey], written: int | None = None) -> None:
        self._report, self._written = report, written
        self._file, self._database = Lines(report, FILE, keys), Lines(report, DATABASE, keys)

    def pair(self, of_file: str | None, of_database: str | None) -> Iterator[Claim]:
        """The next line as both have it, or as one of them has it alone; the claims of those that are signed."""
        self._report.count("lines")
        line = None if of_file is None else self._file_line(of_file, of_database)
        if of_database is not None and of_database == of_file:
            self._database.follow(of_database)
        elif of_database is not None:
            found = self._database_line(of_database, of_file)
            line = line or found
        if line is not None:
            self._report.last_signed_us = max(self._report.last_signed_us or 0, line.time_us)
            yield from [Claim(line.number, line.time_us, head) for head in line.heads]

    def piece(self, size: int) -> None:
        """The file ends with something that is no line."""
        number = self._file.number + 1
        self._report.add(Finding(FILE, number, HEADS, "line", f"{size} bytes without an end", "a whole line"))

    def _file_line(self, text: str, of_database: str | None) -> Line | None:
        line = self._file.line(text)
        if of_database is None:
            expected = "no more than the database has: its lines were removed, or a backup was restored"
            self._report.add(Finding(FILE, self._file.number, HEADS, "line", "one more", expected))
        elif of_database != text:
            expected = f"{short(text_hash(of_database))}, as in the database"
            self._report.add(Finding(FILE, self._file.number, HEADS, "line", short(text_hash(text)), expected))
        return line

    def _database_line(self, text: str, of_file: str | None) -> Line | None:
        line = self._database.line(text)
        number = self._database.number
        if of_file is None and self._written is not None and number > self._written:
            self._report.lines_to_come += 1
        elif of_file is None:
            said = "the file ends before it: lines were removed from the file"
            expected = f"{said}, or the server was stopped while it wrote; its next start completes the file"
            self._report.add(Finding(DATABASE, number, HEADS, "line", "one more", expected))
        return line


class Signed(NamedTuple):
    """What the log has where a line claims a head."""

    hash: bytes
    type: str


def compare(report: Report, claim: Claim, there: Signed | None, last: int) -> bool:
    """Whether the log has what the line claims; `last`: the version up to which the stream agreed with the lines."""
    stream, version, signed = claim.head
    if there is not None and there.hash == signed:
        return True
    expected = f"{short(signed)}, signed in line {claim.line}"
    if there is None:
        why = f"{expected}: the end was cut off, or a backup was restored"
        report.add(Finding(stream, version, None, "signed head", "no such event", why))
    else:
        why = f"{expected}; up to version {last} the log is as signed, what follows was changed"
        report.add(Finding(stream, version, there.type, "signed head", short(there.hash), why))
    return False
