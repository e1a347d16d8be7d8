"""What came of playing: how many rounds had what, and where the table's settlement and the bot's differ."""

from collections import Counter
from dataclasses import dataclass, field

from device_simulators.bot.pay.lines import Line
from device_simulators.bot.pay.played import PlayedRound


@dataclass(frozen=True, slots=True)
class Difference:
    """A round whose settlement the table and the bot see differently."""

    round: int
    expected: list[Line]
    stated: list[Line]
    played: PlayedRound
    dealer_fault: str = ""

    def text(self) -> str:
        """The lines that differ and the round, to be read by people."""
        rows = [f"round {self.round}: the table and the bot differ"]
        rows += [f"  the bot:   {_line(each)}" for each in _missing(self.expected, self.stated)]
        rows += [f"  the table: {_line(each)}" for each in _missing(self.stated, self.expected)]
        if self.dealer_fault:
            rows.append(f"  {self.dealer_fault}")
        return "\n".join([*rows, *_felt(self.played)])


@dataclass(slots=True)
class Report:
    """A run of the bot on one table; the cents are the bot's own."""

    book: str
    seed: int
    rounds: int = 0
    lines: int = 0
    pays_cents: int = 0
    takes_cents: int = 0
    features: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def text(self) -> str:
        """The run in some lines."""
        head = f"{self.book}, seed {self.seed}: {self.rounds} rounds, {self.lines} lines settled"
        counts = [f"  {count:7} {name}" for name, count in sorted(self.features.items())]
        found = f"  {len(self.differences)} differences"
        return "\n".join([head, *counts, found, *map(Difference.text, self.differences)])


def _missing(lines: list[Line], elsewhere: list[Line]) -> list[Line]:
    return sorted((Counter(lines) - Counter(elsewhere)).elements())


def _line(line: Line) -> str:
    money = f"stake {line.stake_cents} pays {line.pays_cents} takes {line.takes_cents}"
    return f"{line.box}.{line.hand} {line.player} {line.wager} {money}"


def _felt(played: PlayedRound) -> list[str]:
    rows = [f"  dealer {' '.join(played.dealer)}"]
    for box in played.boxes:
        for number, hand in enumerate(box.hands, 1):
            marks = [name for name, on in (("surrendered", box.surrendered), ("doubled", hand.doubled)) if on]
            money = [f"{each.player} {each.base_cents}{_more(each.double_cents, each.rescued)}" for each in hand.stakes]
            rows.append(f"  {box.number}.{number} {' '.join(hand.cards)} {' '.join(marks)} ({', '.join(money)})")
    return rows


def _more(double_cents: int, rescued: bool) -> str:
    if not double_cents:
        return ""
    return f"+{double_cents}{' rescued' if rescued else ''}"
