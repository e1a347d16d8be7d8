"""The proof in the browser agrees with the vectors, and finds whatever was done to the record, its signatures or to the
words that are told of it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.store.signed_heads import Line, SignedHead, read_line, text_hash
from app.store.signing_keys import SigningKey, key_id
from tests.typescript.running import made
from tests.vectors.made import AT_US, PRIVATE, STREAM, entries
from tests.vectors.test_vectors import VECTORS

OTHERS: dict[str, Any] = {
    "stream": "table:8", "version": 9, "day": "2026-11-19", "round": "7-20261118-2", "type": "CardDrawn",
    "schema_version": 2, "payload": "{}", "checkpoint": "{}", "command": "6a5f2f0e-54f4-4d0c-9f43-3f1d6f0c6a12",
    "command_digest": "ff" * 32, "actor": "person:max", "event_us": 1, "recorded_us": 1, "previous": "11" * 32,
    "hash": "22" * 32,
}  # fmt: skip
Case = dict[str, Any]


def whole() -> Case:
    """What a browser has that looks at the three events, of which nothing was changed."""
    rows, lines = deepcopy(VECTORS["rows"]), list(VECTORS["lines"])
    same = ("version", "round", "type", "recorded_us", "actor", "command")
    events = [{**{name: row[name] for name in same}, "at_us": row["event_us"]} for row in rows]
    around = {"stream": STREAM, "before_version": 1, "after_version": 3, "lines": lines}
    return {
        "table": "7",
        "events": events,
        "closed": True,
        "around": around,
        "keys": [dict(VECTORS["key"])],
        "from": 1,
        "rows": rows,
        "nowUs": AT_US,
    }


SOURCE = """
import { judged } from "./verify";
import { rowHash } from "./chain";
const judge = ({ table, events, closed, around, keys, from, rows, nowUs }) => {
  const found = judged({ table, events, closed }, around, keys, from, rows, nowUs);
  const { state, unsigned, overdue, late, findings, lines } = found;
  const said = findings.map(({ version, words }) => `${version} ${words}`);
  return { state, unsigned, overdue, late, wrong: [...said, ...lines] };
};
export default ({ rows, cases }) => [rows.map(rowHash), cases.map(judge)];
"""


def after(act: Callable[[Case], object]) -> Case:
    """The whole, and then this was done to it."""
    case = whole()
    act(case)
    return case


def put(*path: str | int, value: Any) -> Case:
    """The whole with this value there."""
    case: Any = whole()
    *way, last = path
    place = case
    for step in way:
        place = place[step]
    place[last] = value
    return dict(case)


def forged(case: Case) -> None:
    """Row 3 is another one with a right hash, and everything behind it is signed anew with a key of somebody's own."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    key = SigningKey(key_id(private.public_key()), private)
    line = Line(2, AT_US, (SignedHead(STREAM, 3, entries()[0].hash),), text_hash(case["around"]["lines"][0]), key.id)
    case["around"]["lines"][1] = line.signed(key).text()


def attacks() -> dict[str, Case]:
    """Everything that may be done to a record by who owns the server."""
    told = {"type": "CardDrawn", "round": "x", "at_us": 1, "recorded_us": 1, "actor": "person:max", "command": "x"}
    rows = [(index, column, value) for index in range(3) for column, value in OTHERS.items()]
    found = {f"{column} of row {index + 1}": put("rows", index, column, value=value) for index, column, value in rows}
    found |= {f"told of another {name}": put("events", 1, name, value=value) for name, value in told.items()}
    found |= {f"changed: {line}": put("around", "lines", 1, value=line) for line in VECTORS["changed_lines"]}
    return found | {
        "first row removed": after(lambda case: case["rows"].pop(0)),
        "row removed": after(lambda case: case["rows"].pop(1)),
        "last row removed": after(lambda case: case["rows"].pop(2)),
        "swapped": after(lambda case: case["rows"].reverse()),
        "twice": after(lambda case: case["rows"].insert(1, case["rows"][1])),
        "none": put("rows", value=[]),
        "added": after(lambda case: case["rows"].append({**case["rows"][2], "version": 4})),
        "of another table": put("table", value="8"),
        "no signed line": put("around", "lines", value=[]),
        "a line removed": after(lambda case: case["around"]["lines"].pop(1)),
        "lines swapped": after(lambda case: case["around"]["lines"].reverse()),
        "no line at all": after(lambda case: case["around"]["lines"].append("{")),
        "signed by another": after(forged),
        "key replaced": put("keys", 0, "raw", value="33" * 32),
        "no key": put("keys", value=[]),
        "the last of its round left out": put("events", value=whole()["events"][1:2]),
        "an event left out": after(lambda case: case["events"].pop(1)),
    }


def test_the_browser_agrees_and_finds_every_change() -> None:
    tried = attacks()
    changed = {name for name, case in tried.items() if case != whole()}
    hashes, (good, unsigned, overdue, to_come, late, *judgements) = made(
        "surveillance/proof",
        SOURCE,
        {
            "rows": [*VECTORS["rows"], *VECTORS["changed"]],
            "cases": [whole(), *[after(each) for each in NOT_SIGNED], *tried.values()],
        },
    )
    assert hashes[:3] == [row["hash"] for row in VECTORS["rows"]]
    assert not {row["hash"] for row in VECTORS["changed"]} & set(hashes[3:])
    whole_ = {"state": "unchanged", "unsigned": 0, "overdue": False, "late": 0, "wrong": []}
    assert good == whole_
    assert unsigned == {**whole_, "unsigned": 2}
    assert overdue == to_come == {**whole_, "unsigned": 2, "overdue": True}
    assert late == {**whole_, "late": 2}
    found = {name: each for name, each in zip(tried, judgements, strict=True) if name in changed}
    assert len(found) > 60
    assert {name for name, each in found.items() if each["state"] != "changed" or not each["wrong"]} == set()


def no_signature_yet(case: Case) -> None:
    """The server has signed nothing behind the first event so far, and says so."""
    case["around"].update(after_version=None, lines=case["around"]["lines"][:1])


def no_signature_for_long(case: Case) -> None:
    """Nor had it an hour later."""
    no_signature_yet(case)
    case["nowUs"] += HOUR_US


def recorded_in_times_to_come(case: Case) -> None:
    """So that no signature is missed for long."""
    no_signature_yet(case)
    case["nowUs"] -= HOUR_US


def signed_late(case: Case) -> None:
    """The key of the vectors signs the second line anew, an hour later."""
    line = read_line(case["around"]["lines"][1])
    case["around"]["lines"][1] = (
        line._replace(time_us=line.time_us + HOUR_US).signed(SigningKey(key_id(PRIVATE.public_key()), PRIVATE)).text()
    )


HOUR_US = 3_600_000_000
NOT_SIGNED = (no_signature_yet, no_signature_for_long, recorded_in_times_to_come, signed_late)
