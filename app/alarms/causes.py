"""What of that which tables and devices tell is a cause for an alarm. Pure.

No cause names a card: whoever reads an alarm may not be one who may see it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.devices import observations as o
from app.game import events as e
from app.game.core.state import Held, Line, Table
from app.game.subjects.shoe.preparation_steps import cards_to_cut
from app.house.alarm_kinds import HOLDS, AlarmKind
from app.house.state import CardStock
from app.language.phrases import money, spaced
from app.table.intake.meaning import miscounted
from app.table.requests import Published

STUCK = (o.ErrorRaised(o.TIMED_OUT), o.ErrorRaised(8))
# Of what devices see, all that can be a cause.
TELLING = (o.Jammed, o.ErrorRaised, o.CountDiffered, o.ShuffleEnded, o.Doubted)
PAYING = (e.Settled, e.RoundRewritten, e.WagersVoided)


class Cause(NamedTuple):
    """A cause for an alarm. `once` names the very thing that happened: of it there is one alarm, whatever restarts;
    without it, whoever sees the cause says when it is another one."""

    kind: AlarmKind
    about: str
    words: str
    once: str = ""


def of_published(published: Published, threshold_cents: int) -> Iterator[Cause]:
    """The causes in what has happened at a table."""
    hold = published.table.holds - sum([isinstance(event, e.TableHeld) for event in published.events])
    for event in published.events:
        if isinstance(event, e.TableHeld):
            hold += 1
            yield from _of_hold(hold, event.irregularity, event.detail)
        elif isinstance(event, e.HeldCardSeen):
            yield from _of_hold(hold, event.irregularity, "")
        elif isinstance(event, e.EarlierRoundAmended):
            lines = [line for each in event.events if isinstance(each, e.Settled) for line in each.lines]
            yield from _payments(event.round, lines, threshold_cents)
    round_ = published.table.round
    if round_ is not None and any([isinstance(event, PAYING) for event in published.events]):
        yield from _payments(round_.number, round_.lines, threshold_cents)


def of_standing_hold(table: Table) -> Iterator[Cause]:
    """The causes in what holds the table."""
    held: Held | None = table.held
    if held is not None:
        yield from _of_hold(table.holds, held.irregularity, held.detail)


def _of_hold(hold: int, irregularity: str, detail: str) -> Iterator[Cause]:
    kind = HOLDS.get(detail) or HOLDS.get(irregularity)
    if kind is not None:
        about = f"hold {hold}"
        yield Cause(kind, about, f"the table holds: {spaced(detail or irregularity)}", once=about)


def _payments(round_: int, lines: Iterable[Line], threshold_cents: int) -> Iterator[Cause]:
    """Each bettor to whom the lines of one round together pay so much."""
    paid: Counter[str] = Counter()
    for line in lines:
        paid[line.player] += line.pays_cents
    for player, cents in paid.items():
        if cents >= threshold_cents:
            about = f"round {round_}, {player[:100]}"
            words = f"round {round_} pays {player[:100]} {money(cents)}"
            yield Cause("over_threshold", about, words, once=f"{about} {cents}")


def of_observation(seen: o.Observation, table: Table) -> Cause | None:
    """The cause in what a device saw; what holds the table is told by that."""
    if isinstance(seen, o.Doubted) and seen.doubt == "wrong_device":
        return Cause("wrong_device", seen.detail, f"{seen.detail} could not prove that it is the one it says")
    if isinstance(seen, o.Jammed) or seen in STUCK:
        return Cause("jam", "device", "a card is stuck in a device of the table")
    if isinstance(seen, o.CountDiffered):
        words = f"the shuffler counted {seen.counted} cards where it expected {seen.expected}"
        return Cause("count_mismatch", "shuffler", words)
    if isinstance(seen, o.ShuffleEnded) and seen.cards != cards_to_cut(table):
        return Cause("count_mismatch", "shuffler", miscounted(seen.cards, table))
    return None


def of_set(stock: CardStock) -> Cause | None:
    """The cause in a set that was counted out."""
    if stock.state != "counted_out" or not stock.missing:
        return None
    what = "too few" if stock.missing > 0 else "too many"
    words = f"set {stock.id} was counted out with {abs(stock.missing)} cards {what}"
    return Cause("count_mismatch", f"set {stock.id}", words, once=f"set {stock.id} {stock.missing}")
