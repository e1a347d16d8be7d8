"""The round as one page that stands alone: no script, no other file, every text of the record escaped."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import escape as in_html
from typing import NamedTuple

from app.books.rules_text import describe
from app.game import events as e
from app.game.core.apply import apply
from app.game.core.cards import Card
from app.game.core.moment import Moment
from app.game.core.money import in_units
from app.game.core.records import name_of
from app.game.core.state import Line, Round
from app.language.phrases import dealer_in_words, gain, hand_in_words, spaced
from app.language.rendering import words_of
from app.printable import shown
from app.printable_records import shown_in
from app.settings import Settings
from app.store.chain import Entry
from app.store.log_reader import event_of
from app.surveillance.dispute.card_pictures import back, picture
from app.surveillance.dispute.gathering import Gathered
from app.surveillance.dispute.settled_lines import settled_lines
from app.surveillance.lanes import lane_of
from app.surveillance.recorded import faces, last_table
from app.surveillance.summary import summary

HEADINGS = ("Box", "Hand", "Bettor", "Wager", "Stake", "Outcome", "Odds", "Paid", "Taken", "Clause")
_STYLE = """body{font:16px/1.45 sans-serif;color:#111;background:#fff;max-width:72em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.5em 0}td,th{border:1px solid #888;padding:.2em .5em;text-align:left;
vertical-align:top}th{background:#eee}pre{white-space:pre-wrap;background:#f4f4f4;padding:.6em}.card{margin:2px;
vertical-align:middle}.corrections{background:#fff2cc}.money{background:#eef7ee}.device{background:#eef1fb}
.taps{background:#f7f0fb}@media print{body{margin:0}}"""


class Exported(NamedTuple):
    """Who exports a pack, why, and when."""

    who: str
    reason: str
    at_us: int


def story(found: Gathered, settings: Settings, by: Exported) -> str:
    """The page."""
    title = f"Round {found.row.round}"
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>", f"<h1>{escape(title)}</h1>",
        *_facts(found, settings, by), *_cards(found), *_settled(found), *_amended(found), *_events(found, settings),
        *_refused(found, settings), *_clocks(found), *_book(found), "</body></html>", "",
    ]  # fmt: skip
    return "\n".join(parts)


def escape(text: str) -> str:
    """The text as HTML has it, on one line."""
    return in_html(shown(text))


def _facts(found: Gathered, settings: Settings, by: Exported) -> Iterator[str]:
    row, recorded = found.row, found.recorded
    yield "<table>"
    yield _pair("Table", row.table.number)
    yield _pair("Gaming day", row.day.isoformat())
    yield _pair("Book", f"{found.rules.title}, {found.rules.edition} (SHA-256 {found.rules.hash})")
    yield _pair("Dealt by", ", ".join(_dealers(found)) or "nobody by name")
    yield _pair("State", f"{row.state}{', dealt on paper' if row.paper else ''}")
    yield _pair("From", _at(_own(found)[0].event_us, settings))
    yield _pair("To", _at(_own(found)[-1].event_us, settings))
    yield _pair("Exported", f"{by.who}, {_at(by.at_us, settings)}: {by.reason}")
    yield "</table>"
    yield "<h2>In short</h2>"
    yield f"<pre>{chr(10).join(map(escape, summary(recorded, found.rules)))}</pre>"


def _dealers(found: Gathered) -> list[str]:
    took = [event.dealer for event in found.recorded.events if isinstance(event, e.DealerChanged)]
    return [each for each in dict.fromkeys([found.recorded.opening.dealer, *took]) if each]


def _own(found: Gathered) -> list[Entry]:
    """The rows of the round itself."""
    first, last = found.row.opened_version, found.row.last_version
    return [row for row in found.rows if first <= row.version <= last]


def _cards(found: Gathered) -> Iterator[str]:
    round_ = last_table(found.recorded).round
    assert round_ is not None, "a recorded round has one"
    yield "<h2>The cards</h2><table><tr><th>Where</th><th>Cards</th><th>Total</th></tr>"
    yield _hand("Dealer", round_.dealer, int(round_.hole is not None), dealer_in_words(round_))
    for name, cards, down, words in _hands(round_):
        yield _hand(name, cards, down, words)
    yield "</table>"


def _hands(round_: Round) -> Iterator[tuple[str, tuple[Card, ...], int, str]]:
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            yield f"Box {box.number}, hand {number}", hand.cards, len(hand.down), hand_in_words(hand)


def _hand(name: str, cards: Iterable[Card], down: int, words: str) -> str:
    shown = "".join([*map(picture, cards), *[back()] * down])
    return f"<tr><th>{escape(name)}</th><td>{shown}</td><td>{escape(words)}</td></tr>"


def _settled(found: Gathered) -> Iterator[str]:
    yield "<h2>What was settled</h2>"
    yield from _lines("settled", settled_lines([shown_in(event_of(row)) for row in _own(found)]))


def _lines(name: str, lines: Iterable[Line]) -> Iterator[str]:
    yield f'<table id="{name}">'
    yield f"<tr>{''.join([f'<th>{each}</th>' for each in HEADINGS])}</tr>"
    for line in lines:
        yield f"<tr>{''.join([f'<td>{escape(cell)}</td>' for cell in _cells(line)])}</tr>"
    yield "</table>"


def _cells(line: Line) -> tuple[str, ...]:
    # As every pack has written them: its own script compares them.
    return (
        str(line.box), str(line.hand), line.player, spaced(line.wager),
        in_units(line.stake_cents), spaced(line.outcome),
        "" if line.odds is None else f"{line.odds.pays}:{line.odds.to}", in_units(line.pays_cents),
        in_units(line.takes_cents), line.clause,
    )  # fmt: skip


def _amended(found: Gathered) -> Iterator[str]:
    """What supervisors did to the round when it was over; of a reconstruction the lines as they are now."""
    amended = found.recorded.amended
    for each in amended:
        what = "declared void" if each.what == "void" else "reconstructed"
        yield f"<h2>Later: {what}</h2><p>{escape(spaced(each.reason))} (clause {escape(each.clause)})</p><table>"
        yield "<tr><th>Account</th><th>Box</th><th>Bettor</th><th>Gets</th></tr>"
        for kind, box, player, cents in each.moves:
            yield _cells_row((kind, str(box or ""), player, gain(cents)))
        yield "</table>"
    rebuilt = [each for each in amended if each.what == "reconstruction"]
    if rebuilt:
        yield "<h2>What is settled now</h2>"
        yield from _lines("settled-now", settled_lines(rebuilt[-1].events))


def _events(found: Gathered, settings: Settings) -> Iterator[str]:
    yield "<h2>What happened</h2><table>"
    yield "<tr><th>Event</th><th>Time</th><th>Who</th><th>What</th></tr>"
    table, known = found.recorded.begun, faces(found.recorded)
    for row in _own(found):
        event = shown_in(event_of(row))
        after = table if isinstance(event, e.RoundOpened) else apply(table, event)
        words = words_of(event, Moment(table, after, known))
        cells = [str(row.version), _at(row.event_us, settings), row.actor]
        told = "<br>".join(map(escape, words.split("\n")))
        plain = "".join([f"<td>{escape(cell)}</td>" for cell in cells])
        yield f'<tr class="{lane_of(event)}">{plain}<td>{told}</td></tr>'
        table = after
    yield "</table>"


def _refused(found: Gathered, settings: Settings) -> Iterator[str]:
    """What was asked in the round and refused."""
    refused = [(each, each.refused) for each in found.commands if each.refused is not None]
    if refused:
        yield "<h2>What was refused</h2><table><tr><th>Time</th><th>Who</th><th>Asked</th><th>Why</th></tr>"
        for each, why in refused:
            clause = f" (clause {why.clause})" if why.clause else ""
            asked = name_of(type(each.command))
            yield _cells_row((_at(each.recorded_us, settings), each.actor, asked, f"{why.message}{clause}"))
        yield "</table>"


def _clocks(found: Gathered) -> Iterator[str]:
    yield "<h2>The clocks</h2><p>Times above are the server's. The devices' own clocks were ahead of it by:</p><table>"
    yield "<tr><th>Device</th><th>Frames</th><th>Ahead, microseconds</th></tr>"
    for each in found.clocks:
        ahead = "it has no clock of its own" if each.greatest_us is None else str(each.greatest_us)
        yield _cells_row((each.device, str(each.frames), ahead))
    yield "</table>"


def _book(found: Gathered) -> Iterator[str]:
    yield f"<h2>The book</h2><pre>{chr(10).join(map(escape, describe(found.rules).split(chr(10))))}</pre>"


def _pair(name: str, value: str) -> str:
    return f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"


def _cells_row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join([f'<td>{escape(cell)}</td>' for cell in cells])}</tr>"


def _at(us: int, settings: Settings) -> str:
    """The moment on the house's clock, and in UTC."""
    local = settings.local(us)
    return f"{local:%Y-%m-%d %H:%M:%S.%f %Z} ({datetime.fromtimestamp(us // 1_000_000, UTC):%H:%M:%S} UTC)"
