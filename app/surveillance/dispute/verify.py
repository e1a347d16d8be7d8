"""Verifies a dispute pack with nothing but Python 3.8 or newer: no other program, no network.

    python3 -I verify.py [PACK.zip or FOLDER] [--key FINGERPRINT]

Without a pack: the folder in which this file lies. FINGERPRINT is the SHA-256 of the casino's public key, as the
auditor has had it since the first day; more than one may be given. Exit status 0: all that can be checked holds.
1: something does not, or events that should have been signed by then were not. What cannot be checked from a pack is
said at the end.

Take this file from a copy that you trust: one that comes with a pack could be forged together with it.
"""

import sys

if __name__ == "__main__" and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]  # the folder of this file, in which a pack may lie: what it calls json.py is no module

import hashlib
import json
import os
import unicodedata
import zipfile
from html.parser import HTMLParser
from typing import Any

TITLE, PACK_TITLE = b"tablekeeper signed heads", b"tablekeeper dispute pack"
MANIFEST, SIGNATURE = "MANIFEST.json", "MANIFEST.sig"
EVENTS, HEADS, KEYS, BOOK, COMMANDS = (
    "events.jsonl",
    "signed-heads.jsonl",
    "keys.json",
    "rulebook.toml",
    "commands.jsonl",
)
STORY = "story.html"
# Characters that could hide in a text, or turn it round: app/printable.py has the same.
HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
BLANK = frozenset(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159]
    + [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
MARKS, MOST_MARKS = ("Mn", "Me"), 4
COLUMNS = (
    "stream", "version", "day", "round", "type", "schema_version", "payload", "checkpoint", "command",
    "command_digest", "actor", "event_us", "recorded_us", "previous",
)  # fmt: skip
HEXADECIMAL = ("command", "command_digest", "previous")
MOST_BYTES = 512 * 1024 * 1024
# The heads are signed once a minute; what is older than this has a signature, or something is wrong.
SIGNED_WITHIN_US = 120 * 1000000


class Wrong(Exception):
    """Something of the pack is not as it was: says what."""


# --- Ed25519 (RFC 8032), to verify only: clear, and slow

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one: Any, other: Any) -> Any:
    """The sum of two points of the curve, in extended coordinates."""
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor: int, point: Any) -> Any:
    """The point added to itself so many times."""
    total = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def same(one: Any, other: Any) -> bool:
    """Whether two points are the same."""
    x, y = one[0] * other[2] - other[0] * one[2], one[1] * other[2] - other[1] * one[2]
    return bool(x % P == 0 and y % P == 0)


def point_of(data: bytes) -> Any:
    """The point that these 32 bytes name; None: they name none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this public key made this signature of this message."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, point, factor = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if public is None or point is None or factor >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    return same(times(factor, BASE), add(point, times(int.from_bytes(digest, "little") % ORDER, public)))


# --- the files


class Folder:
    """A pack that was unpacked; what else lies in the folder is named."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.names = sorted(
            os.path.relpath(os.path.join(root, name), path).replace(os.sep, "/")
            for root, _, names in os.walk(path)
            for name in names
        )

    def read(self, name: str) -> bytes:
        """The bytes of one file."""
        with open(os.path.join(self._path, *name.split("/")), "rb") as file:
            return file.read(MOST_BYTES)


class Zip:
    """A pack as it was handed out."""

    def __init__(self, path: str) -> None:
        try:
            self._file = zipfile.ZipFile(path)
        except Exception as error:
            raise Wrong("%s is no whole zip file: %s" % (path, error)) from error
        self.names = sorted(self._file.namelist())
        if len(set(self.names)) != len(self.names):
            raise Wrong("the zip file has two files of one name")

    def read(self, name: str) -> bytes:
        """The bytes of one file."""
        try:
            if self._file.getinfo(name).file_size > MOST_BYTES:
                raise Wrong("%s is larger than any pack" % name)
            return self._file.read(name)
        except Exception as error:
            raise Wrong("%s cannot be read out of the zip file: %s" % (name, error)) from error


def said(data: bytes, where: str) -> Any:
    """The JSON that these bytes are; a name that comes twice in an object could be read in two ways."""

    def once(pairs: Any) -> Any:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise Wrong("%s has a field twice" % where)
        return found

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Wrong("%s is no JSON: %s" % (where, error)) from error


def lines_of(data: bytes, where: str) -> "list[Any]":
    """A JSON object a line."""
    if data and not data.endswith(b"\n"):
        raise Wrong("%s ends in the middle of a line" % where)
    return [said(line, "%s, line %d" % (where, at)) for at, line in enumerate(data.splitlines(), 1)]


def measured(parts: "list[bytes]") -> bytes:
    """Each part with its length before it, as four bytes, the highest first."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


# --- what is checked


class Pack:
    """One pack, and what was found to hold."""

    def __init__(self, files: Any, trusted: "list[str]") -> None:
        self.files, self.trusted = files, trusted
        self.holds: list[str] = []
        self.open: list[str] = []
        self.keys: dict[str, bytes] = {}
        self.manifest: Any = {}
        self.rows: list[Any] = []
        self.heads: dict[int, str] = {}
        self.signed_us: dict[int, int] = {}
        self.unsigned: list[str] = []

    def verify(self) -> None:
        """Everything, in the order in which one thing rests on another."""
        self.check_manifest()
        self.check_keys()
        self.check_signature()
        self.check_lines()
        self.check_rows()
        self.check_stretches()
        self.check_commands()
        self.check_book()
        self.check_story()

    def check_manifest(self) -> None:
        """Every file has the SHA-256 that the manifest says, none is missing, and there is no other."""
        if MANIFEST not in self.files.names:
            raise Wrong("there is no %s: this is no dispute pack, or it was taken out" % MANIFEST)
        self.manifest = said(self.files.read(MANIFEST), MANIFEST)
        listed = self.manifest["files"]
        there = set(self.files.names) - {MANIFEST, SIGNATURE}
        for name in sorted(set(listed) - there):
            raise Wrong("%s is missing" % name)
        for name in sorted(there - set(listed)):
            raise Wrong("%s is not of the pack: the manifest does not list it" % name)
        for name in sorted(listed):
            found = hashlib.sha256(self.files.read(name)).hexdigest()
            if found != listed[name]:
                raise Wrong("%s was changed: its SHA-256 is %s, and the manifest says %s" % (name, found, listed[name]))
        self.holds.append("%d files are there, each with the SHA-256 of the manifest, and no other" % len(listed))

    def check_keys(self) -> None:
        """The public keys; where fingerprints were given, only those count."""
        for each in said(self.files.read(KEYS), KEYS):
            raw = bytes.fromhex(each["raw"])
            print_ = hashlib.sha256(raw).hexdigest()
            if (each["fingerprint"], each["key"]) != (print_, print_[:16]):
                raise Wrong("%s names a key %s that it is not" % (KEYS, each["key"]))
            if not self.trusted or print_ in self.trusted:
                self.keys[each["key"]] = raw
        if not self.keys:
            raise Wrong("none of the keys in the pack has a fingerprint that was given: it was signed by somebody else")

    def key(self, name: str, what: str) -> bytes:
        """The public key of this name."""
        if name not in self.keys:
            raise Wrong("%s is signed with the key %s, which is not one to be believed" % (what, name))
        return self.keys[name]

    def check_signature(self) -> None:
        """The manifest is signed."""
        if SIGNATURE not in self.files.names:
            raise Wrong("there is no %s: anybody could have made this pack" % SIGNATURE)
        signed = said(self.files.read(SIGNATURE), SIGNATURE)
        one_way = json.dumps({"key": signed["key"], "signature": signed["signature"].lower()}, separators=(",", ":"))
        if self.files.read(SIGNATURE) != one_way.encode("utf-8") + b"\n":
            raise Wrong("%s is not written as a casino's server writes it" % SIGNATURE)
        message = measured([PACK_TITLE, self.files.read(MANIFEST)])
        if not is_signed(self.key(signed["key"], MANIFEST), message, bytes.fromhex(signed["signature"])):
            raise Wrong("the signature of the manifest is not that of the key %s" % signed["key"])
        self.holds.append("the manifest, and so every file, is signed with the key %s" % signed["key"])

    def check_lines(self) -> None:
        """Each line of the signed heads is signed, and follows the line before where that is here."""
        data = self.files.read(HEADS)
        texts = data.split(b"\n")[:-1]
        if data and not data.endswith(b"\n"):
            raise Wrong("%s ends in the middle of a line" % HEADS)
        before, gaps = None, 0
        for text in texts:
            line = said(text, HEADS)
            if before is not None and line["number"] == before[0] + 1 and line["previous"] != before[1]:
                raise Wrong("line %d of the signed heads does not follow line %d" % (line["number"], before[0]))
            if before is not None and line["number"] <= before[0]:
                raise Wrong("the signed heads are not in order at line %d" % line["number"])
            gaps += before is not None and line["number"] != before[0] + 1
            self.check_line(line)
            before = line["number"], hashlib.sha256(text).hexdigest()
        if texts:
            self.holds.append("%d lines of signed heads carry a good signature, and follow each other" % len(texts))
        else:
            self.open.append("the pack has no line of signed heads: its events are held by the pack's signature alone")
        if gaps:
            self.open.append("between the lines of signed heads others are not in the pack, at %d places" % gaps)

    def check_line(self, line: Any) -> None:
        """The signature of one line; what it says of the stream of the pack is kept."""
        what = "line %s of the signed heads" % line["number"]
        if sorted(line) != ["heads", "key", "number", "previous", "signature", "time_us"]:
            raise Wrong("%s is not written as a signer writes it" % what)
        number, time_us = str(line["number"]).encode(), str(line["time_us"]).encode()
        parts = [TITLE, number, time_us, bytes.fromhex(line["previous"]), line["key"].encode()]
        for stream, version, head in line["heads"]:
            parts += [stream.encode(), str(version).encode(), bytes.fromhex(head)]
            if stream == self.manifest["stream"]:
                self.heads[version] = head
                self.signed_us[version] = min(line["time_us"], self.signed_us.get(version, line["time_us"]))
        if not is_signed(self.key(line["key"], what), measured(parts), bytes.fromhex(line["signature"])):
            raise Wrong("%s was changed: the signature does not fit it" % what)

    def check_rows(self) -> None:
        """Each row has the hash that it says, of all its columns."""
        self.rows = lines_of(self.files.read(EVENTS), EVENTS)
        for row in self.rows:
            if sorted(row) != sorted((*COLUMNS, "hash")):
                raise Wrong("a row of %s has not the columns of the log" % EVENTS)
            if row["stream"] != self.manifest["stream"]:
                raise Wrong("a row of %s is of another log" % EVENTS)
            found = hashlib.sha256(b"".join(column_bytes(name, row[name]) for name in COLUMNS)).hexdigest()
            if found != row["hash"]:
                raise Wrong(
                    "event %d was changed: its hash is %s, and it says %s" % (row["version"], found, row["hash"])
                )
        self.holds.append("%d events have the hash of their own bytes" % len(self.rows))

    def check_stretches(self) -> None:
        """The rows follow each other from one signed head to another."""
        rows = list(self.rows)
        for stretch in self.manifest["stretches"]:
            first, last = stretch["first"], stretch["last"]
            part, rows = rows[: last - first + 1], rows[last - first + 1 :]
            there = len(part) == last - first + 1
            if not there or any(row["version"] != first + at for at, row in enumerate(part)):
                raise Wrong("events are missing, doubled or out of order between versions %d and %d" % (first, last))
            for at in range(1, len(part)):
                if part[at]["previous"] != part[at - 1]["hash"]:
                    raise Wrong("event %d does not follow the event before it" % part[at]["version"])
            self.check_ends(stretch, part)
        if rows:
            raise Wrong("there are events that the manifest does not speak of, from version %d on" % rows[0]["version"])

    def check_ends(self, stretch: Any, part: "list[Any]") -> None:
        """What was signed before and behind the stretch."""
        first, last, before, after = (stretch[name] for name in ("first", "last", "before", "after"))
        if before is not None and (before != first - 1 or self.heads.get(before) != part[0]["previous"]):
            raise Wrong("the events from version %d on do not follow the signed head before them" % first)
        if after is not None and (after != last or self.heads.get(after) != part[-1]["hash"]):
            raise Wrong("the events up to version %d do not end in the signed head behind them" % last)
        for version in sorted(each for each in self.heads if first <= each <= last):
            if self.heads[version] != part[version - first]["hash"]:
                raise Wrong("event %d is not the one that was signed" % version)
        self.say_ends(stretch)
        self.check_times(part)

    def say_ends(self, stretch: Any) -> None:
        """In words what the stretch rests on."""
        first, last, before, after = (stretch[name] for name in ("first", "last", "before", "after"))
        words = "events %d to %d follow each other without a gap" % (first, last)
        words += "" if before is None else ", from the signed head at version %d" % before
        words += "" if after is None else ", to the signed head at version %d" % after
        self.holds.append(words)
        if before is None and first > 1:
            self.open.append(
                "before version %d the pack has no signed head: what came before is not tied to it" % first
            )
        if after is None and max(self.heads, default=0) > last:
            self.open.append("the signed head behind version %d is too far away to be tied to it here" % last)

    def check_times(self, part: "list[Any]") -> None:
        """Events are signed within two minutes; which were not, or much later."""
        first, last = part[0]["version"], part[-1]["version"]
        at = first
        for version in sorted(each for each in self.heads if first <= each <= last):
            signed = part[at - first : version - first + 1]
            if any(self.signed_us[version] - row["recorded_us"] > SIGNED_WITHIN_US for row in signed):
                self.open.append(
                    "events %d to %d were first signed long after they were recorded: for the time between only the"
                    " chain speaks" % (at, version)
                )
            at = version + 1
        if at > last or max(self.heads, default=0) > last:
            return
        words = "events %d to %d are under no signed head" % (at, last)
        self.open.append(words)
        made_us = self.manifest["made_us"]
        if any(abs(made_us - row["recorded_us"]) > SIGNED_WITHIN_US for row in part[at - first :]):
            self.unsigned.append(words + ", and were older than two minutes when the pack was made")

    def events(self) -> "list[Any]":
        """The events of the round, its opening first."""
        bounds = range(self.manifest["opened_version"], self.manifest["last_version"] + 1)
        rows = [row for row in self.rows if row["version"] in bounds]
        wrong = [row["version"] for row in rows if row["round"] != self.manifest["round"]]
        if len(rows) != len(bounds) or wrong or rows[0]["type"] != "RoundOpened":
            raise Wrong("the events of round %s are not those that the manifest names" % self.manifest["round"])
        return [said(row["payload"].encode("utf-8"), "event %d" % row["version"]) for row in rows]

    def check_commands(self) -> None:
        """What was asked is what the events carry the digest of."""
        digests = {row["command"]: row["command_digest"] for row in self.rows if row["command"] is not None}
        tied = 0
        for each in lines_of(self.files.read(COMMANDS), COMMANDS):
            if each["events"] and each["id"] not in digests:
                raise Wrong("command %s caused events, and no event in the pack says so" % each["id"])
            if each["id"] in digests:
                asked = "%s\n%s" % (each["question"], each["body"])
                if hashlib.sha256(asked.encode("utf-8")).hexdigest() != digests[each["id"]]:
                    raise Wrong("command %s is not the one that was asked" % each["id"])
                tied += 1
        self.holds.append("%d commands are those that their events were caused by" % tied)

    def check_book(self) -> None:
        """The book is the one under which the round was opened."""
        found = hashlib.sha256(self.files.read(BOOK)).hexdigest()
        opening = next(row for row in self.rows if row["version"] == self.manifest["opened_version"])
        table = said((opening["checkpoint"] or "null").encode("utf-8"), "the opening of the round")
        if not table or table["ruleset_hash"] != found:
            raise Wrong("the rule book is not the one under which the round was opened")
        self.holds.append("the rule book is the one that the opening of the round names (SHA-256 %s)" % found)

    def check_story(self) -> None:
        """The settled lines of the story are those of the events."""
        told = settled(self.events())
        later = [each for each in self.amendments() if each["what"] == "reconstruction"]
        now = settled(later[-1]["events"]) if later else told
        page = Page()
        page.feed(self.files.read(STORY).decode("utf-8"))
        for name, lines in (("settled", told), ("settled-now", now if later else [])):
            if page.tables.get(name, []) != [cells(line) for line in lines]:
                raise Wrong("the settled lines of the story are not those of the events")
        self.holds.append("the %d settled lines of the story are those of the events" % len(told))

    def amendments(self) -> "list[Any]":
        """What later events did to the round."""
        rows = [row for row in self.rows if row["type"] == "EarlierRoundAmended"]
        events = [said(row["payload"].encode("utf-8"), "event %d" % row["version"]) for row in rows]
        number = int(self.manifest["round"].rpartition("-")[2])
        return [each for each in events if each["round"] == number]


def column_bytes(name: str, value: Any) -> bytes:
    """A column as it is hashed, with its length before it; one that is not there has a length that nothing has."""
    if value is None:
        return b"\xff\xff\xff\xff"
    if name in HEXADECIMAL:
        return measured([bytes.fromhex(value.replace("-", ""))])
    return measured([str(value).encode("utf-8")])


def settled(events: "list[Any]") -> "list[Any]":
    """The settled lines that stand after these events of a round."""
    lines: list[Any] = []
    for event in events:
        kind = event["type"]
        if kind == "Settled":
            lines = lines + event["lines"]
        elif kind in ("WagersVoided", "RoundVoided"):
            for gone in event["withdrawn"]:
                lines.remove(gone)
            lines = lines + event["lines"]
        elif kind == "HandSplit":
            lines = [moved_right(line, event) for line in lines]
        elif kind == "RoundRewritten":
            lines = settled(event["events"])
        elif kind == "CardsCollected":
            break
    return lines


def moved_right(line: Any, split: Any) -> Any:
    """A hand to the right of one that was split has the next number."""
    moved = line["box"] == split["box"] and line["hand"] > split["hand"]
    return dict(line, hand=line["hand"] + 1) if moved else line


def money(cents: int) -> str:
    """An amount as people write it."""
    return "%s%d.%02d" % ("-" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100)


def cells(line: Any) -> "list[str]":
    """A settled line as the story writes it, cell by cell."""
    odds = "" if line["odds"] is None else "%d:%d" % (line["odds"]["pays"], line["odds"]["to"])
    return [
        str(line["box"]), str(line["hand"]), shown(line["player"]), line["wager"].replace("_", " "),
        money(line["stake_cents"]), line["outcome"].replace("_", " "), odds, money(line["pays_cents"]),
        money(line["takes_cents"]), line["clause"],
    ]  # fmt: skip


class Page(HTMLParser):
    """The cells of the tables of the story that have a name, as a reader sees them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: dict[str, list[list[str]]] = {}
        self._table = ""
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """A table, a row or a cell begins."""
        if tag == "table":
            self._table = dict(attrs).get("id") or ""
        elif tag == "tr" and self._table:
            self.tables.setdefault(self._table, []).append([])
        elif tag == "td" and self._table:
            self.tables[self._table][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        """A table or a cell ends; a row of headings has no cells."""
        if tag == "table" and self._table:
            self.tables[self._table] = [row for row in self.tables.get(self._table, []) if row]
            self._table = ""
        self._in_cell = self._in_cell and tag != "td"

    def handle_data(self, data: str) -> None:
        """What stands in a cell."""
        if self._in_cell:
            self.tables[self._table][-1][-1] += data


CANNOT = (
    "that the key is the casino's: compare the fingerprint with the auditor's copy of the first day",
    "that the record was true when it was written: only that it was not changed since",
    "that commands which were refused, device frames, clocks and builds are as they were recorded: they are under no"
    " signed head, and are held by the signature of the pack alone, from the moment at which it was made",
    "what a card that nobody turned up was: the pack has its commitment, and never the card",
    "that this verify.py is honest: take it from a copy that you trust",
)


def main(arguments: "list[str]") -> int:
    """Verify a pack, and say what was found; 0: all holds."""
    trusted, paths = [], []
    while arguments:
        each = arguments.pop(0)
        if each == "--key" and arguments:
            trusted.append(arguments.pop(0).replace(":", "").lower())
        else:
            paths.append(each)
    path = paths[0] if paths else os.path.dirname(os.path.abspath(__file__))
    pack = None
    try:
        pack = Pack(Folder(path) if os.path.isdir(path) else Zip(path), trusted)
        pack.verify()
    except Wrong as error:
        return failed(pack, str(error))
    except Exception as error:
        return failed(
            pack, "something is not written as a casino's server writes it (%s: %s)" % (type(error).__name__, error)
        )
    report(pack)
    return 1 if pack.unsigned else 0


def shown(text: str) -> str:
    """The text on one line, as the story shows it: characters that would hide in it by their code points."""
    parts, piled = [], MOST_MARKS
    for character in text:
        kind = unicodedata.category(character)
        piled = piled + 1 if kind in MARKS else 0
        hides = kind in HIDDEN or ord(character) in BLANK or piled > MOST_MARKS
        parts.append("<U+%04X>" % ord(character) if hides else " " if kind == "Zs" else character)
    return "".join(parts)


def tell(line: str) -> None:
    """One line of the result: what stands in a pack adds none, and what a terminal cannot write keeps none back."""
    encoding = sys.stdout.encoding or "ascii"
    print(shown(line).encode(encoding, "backslashreplace").decode(encoding))


def failed(pack: Any, why: str) -> int:
    """Say what does not hold."""
    for each in pack.holds if pack is not None else []:
        tell("holds:    " + each)
    tell("DOES NOT: " + why)
    tell("The pack is not as it was made, or was not made by the casino: do not rest anything on it.")
    return 1


def report(pack: Pack) -> None:
    """Say what holds, and what nobody can tell from a pack."""
    tell("Round %s, exported by %s: %s" % tuple(pack.manifest[each] for each in ("round", "made_by", "reason")))
    for each in pack.holds:
        tell("holds:   " + each)
    for each in pack.open:
        tell("open:    " + each)
    for name, raw in sorted(pack.keys.items()):
        known = "as was given" if pack.trusted else "COMPARE IT with the auditor's copy"
        tell("key:     %s, fingerprint %s, %s" % (name, hashlib.sha256(raw).hexdigest(), known))
    for each in CANNOT[1 if pack.trusted else 0 :]:
        tell("no pack proves: " + each)
    for each in pack.unsigned:
        tell("DOES NOT: " + each)
    tell(verdict(pack))


def verdict(pack: Pack) -> str:
    """The last line: no more than was found to hold."""
    if pack.unsigned:
        return "Events that should have been signed were not: nothing but this pack's own signature speaks for them."
    if not pack.trusted:
        return "Everything fits the keys in the pack. Whether they are the casino's was not checked: give --key."
    if pack.open:
        return "Nothing that can be checked was changed; what is open above could not be checked."
    return "Nothing that can be checked was changed."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
