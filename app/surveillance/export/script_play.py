"""The play of an exported script: which of the round's commands become lines, and which a script leaves out.

Left out is what a script does by itself (cards that turn themselves up, a shoe refilled in the middle of a round), what
the wagers say already, and what was done with the cards before the first or after the last one was dealt.
"""

from collections.abc import Iterable, Iterator, Sequence

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.money import in_dollars
from app.game.core.state import DEALER, Table, place_of
from app.game.registry import devices, shoe
from app.surveillance.export.head import Lying, placed
from app.surveillance.export.script_lines import Scene, line_of
from app.surveillance.export.script_text import amount, one_word
from app.surveillance.export.wired import as_scripts_have_them
from app.surveillance.recorded import Step, steps

NOTES_FROM = 24
LATE_ERROR = "late_error"
# The lines that a script may have when its round is complete.
_LATE = (
    c.DrawCard, c.Report, c.FindFaceUp, c.DrawTogether, c.DrawInError, c.ReportShoeEmpty, c.CountShoe, c.ReportDamage,
    c.Resolve, c.AcceptCard, c.RefuseCard, c.UndoTap, c.CorrectRecord, c.SignRemedy,
)  # fmt: skip
# What a shoe that was loaded before the first card makes as if it had not been.
_BEFORE_A_SHOE: tuple[type, ...] = (
    *[kind.type for kind in (*shoe.COMMANDS, *devices.COMMANDS)], c.ChangeDealer, c.ReplaceCard, c.Report, c.FindFaceUp,
    c.DrawInError, c.CountShoe, c.ReportDamage, c.Resolve,
)  # fmt: skip
_BETTING_TAPS = ("PlaceWager", "WithdrawWagers")


class Page:
    """The lines so far; cards that come one after another share one, with a note of where they went."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, list[str]]] = []

    def write(self, line: str) -> None:
        """One line more."""
        self.lines.append((line, []))

    def draw(self, card: Card, to: str) -> None:
        """One card more."""
        if not self.lines or not self.lines[-1][1]:
            self.lines.append(("cards", []))
        line, where = self.lines[-1]
        self.lines[-1] = (f"{line} {card}", [*where, to])

    def take_back(self) -> None:
        """The last line was not to be written."""
        self.lines.pop()

    def text(self) -> list[str]:
        """The lines with their notes."""
        return [f"{line:<{NOTES_FROM}}# {_noted(where)}" if where else line for line, where in self.lines]


def _noted(where: Sequence[str]) -> str:
    return f"to {', '.join(where)}"


def counted_steps(scene: Scene) -> list[Step]:
    """The steps of the round that a script with a fresh shoe has to repeat."""
    run = list(steps(scene.recorded))
    fresh = [at for at, step in enumerate(run) if _loads(step)]
    loaded = fresh[-1] if fresh else -1
    counted = [step for at, step in enumerate(run) if not (at <= loaded and _superseded(step))]
    return [step for step in as_scripts_have_them(counted) if not _over(step)]


def loads_fresh_shoe(scene: Scene) -> bool:
    """Whether a shoe was loaded after the round had opened and before its first card."""
    return any(map(_loads, steps(scene.recorded)))


def _loads(step: Step) -> bool:
    return _betting(step) and any([isinstance(event, e.ShoeLoaded) for event in step.events])


def _superseded(step: Step) -> bool:
    withdrawn = any([isinstance(event, e.ReportWithdrawn) for event in step.events])
    return withdrawn or isinstance(step.command, _BEFORE_A_SHOE)


def _over(step: Step) -> bool:
    round_ = step.before.round
    return round_ is not None and round_.complete and not isinstance(step.command, _LATE)


def play_lines(scene: Scene, run: Sequence[Step]) -> list[str]:
    """The lines of `play`."""
    return [*_from_before(scene.recorded.opening), *step_lines(scene, run)]


def step_lines(scene: Scene, run: Sequence[Step]) -> list[str]:
    """The lines of these steps."""
    page = Page()
    burns = _burns_to_write(scene, run)
    carried = _Carried(len(scene.recorded.opening.kept))
    begins = first_line_at(scene, run)
    for at, step in enumerate(run):
        if at >= begins and _betting(step) and isinstance(step.command, _BETS):
            page.write(_betting_line(scene, step, step.command))
        else:
            _write(page, scene, step, ready=carried.cards(step.events), burn=burns.get(at, True))
    return page.text()


# --- while wagers are placed

_BETS = (c.PlaceWager, c.WithdrawWagers, c.UndoTap)
# Of a new dealer and the card that he burns a script may have no line.
_NO_CERTAIN_LINE = (*_BETS, c.ChangeDealer, c.BurnCard)


def first_line_at(scene: Scene, run: Sequence[Step]) -> int:
    """Where the play of the script begins: with the first step that is not about wagers alone. What was wagered by then
    stands above the play; after that a wager has its line, since what was done before may depend on it."""
    steps = [] if scene.bets_as_lines else [at for at, step in enumerate(run) if not _above_the_play(scene, step)]
    return 0 if scene.bets_as_lines else min(steps, default=len(run))


def _above_the_play(scene: Scene, step: Step) -> bool:
    if not _betting(step):
        return False
    line = isinstance(step.command, _NO_CERTAIN_LINE) or _about_an_earlier_round(step) or line_of(step, scene) is None
    return bool(line)


def lying_at_first(scene: Scene, run: Sequence[Step]) -> Lying:
    """The wagers above the play of this script."""
    begins = first_line_at(scene, run)
    if not any([isinstance(step.command, _BETS) and _betting(step) for step in run[begins:]]):
        return Lying(placed(scene.recorded), _asked([command for command, _ in scene.recorded.commands]))
    round_ = run[begins].before.round
    assert round_ is not None, "a recorded round is open"
    return Lying(round_.places, _asked([step.command for step in run[:begins]]))


def _asked(commands: Iterable[c.Command | None]) -> tuple[c.PlaceWager, ...]:
    return tuple([command for command in commands if isinstance(command, c.PlaceWager)])


def _betting_line(scene: Scene, step: Step, command: c.PlaceWager | c.WithdrawWagers | c.UndoTap) -> str:
    if isinstance(command, c.UndoTap):
        return "undo"
    at = f"{command.box} {one_word(scene.labels[command.player])}"
    if isinstance(command, c.WithdrawWagers):
        return f"withdraw {at}"
    cents = "missing" if command.missing else amount(command.cents)
    place = place_of(step.after.round, command.box, command.player) if step.after.round is not None else None
    where = "seated" if place is not None and place.seated else "standing"
    return f"bet {at} {command.kind}={cents} {where}{'' if command.noticed else ' unnoticed'}"


def _from_before(opening: Table) -> Iterator[str]:
    """What earlier rounds left that this one is played by."""
    if opening.last_final_round is not None and opening.rounds_dealt < opening.last_final_round:
        yield "shoe final_rounds"
    if opening.reader_off and opening.config.hole_card == "reader":
        yield "report reader_broken"
        yield "resolve no_reader"


class _Carried:
    """Cards that lay ready when the round opened: a script draws them where they were dealt."""

    def __init__(self, count: int) -> None:
        self.left = count

    def cards(self, events: Iterable[e.Event]) -> list[tuple[bool, Card, str]]:
        """Those that were dealt by these events, each with whether the command's own card came after it."""
        found = []
        own = False
        for event in events:
            if isinstance(event, e.KeptDiscarded):
                self.left -= 1
            elif isinstance(event, e.CardDealt) and event.kept and self.left > 0:
                self.left -= 1
                found.append((not own, event.card, _place(event)))
            own = own or (isinstance(event, e.CardDealt) and not event.kept)
        return found


def _write(page: Page, scene: Scene, step: Step, *, ready: list[tuple[bool, Card, str]], burn: bool) -> None:
    """The lines of one step; a card that lay ready from before is drawn when it was dealt."""
    draws = isinstance(step.command, c.DrawCard)
    for _, card, to in [each for each in ready if draws and each[0]]:
        page.draw(card, to)
    if isinstance(step.command, c.DrawCard):
        page.draw(step.command.card, _where(step))
    elif isinstance(step.command, c.UndoTap) and _needs_no_undo(step):
        _undo_nothing(page, step)
    else:
        for line in _lines(scene, step, burn=burn):
            page.write(line)
    for _, card, to in [each for each in ready if not (draws and each[0])]:
        page.draw(card, to)


def _lines(scene: Scene, step: Step, *, burn: bool) -> Iterator[str]:
    if isinstance(step.command, c.ChangeDealer | c.BurnCard) and not burn:
        yield _unwritten(step.command)
    elif step.command is None:
        yield from [_refused(event, scene) for event in step.events]
    elif _about_an_earlier_round(step):
        yield from _of_an_earlier_round(step)
    elif (line := line_of(step, scene)) is not None:
        yield line


def _where(step: Step) -> str:
    """Where the card went, or what came of it."""
    for event in step.events:
        if isinstance(event, e.TableHeld):
            return f"nobody ({event.irregularity.replace('_', ' ')})"
    return next(_place(event) for event in step.events if isinstance(event, e.CardDealt) and not event.kept)


def _place(event: e.CardDealt) -> str:
    if event.box == DEALER:
        return "dealer"
    return f"{event.box}" if event.hand == 1 else f"{event.box}.{event.hand}"


def _refused(event: e.Event, scene: Scene) -> str:
    assert isinstance(event, e.LateWagerRefused), "only a late wager leaves something in the record when it is refused"
    what = f"{in_dollars(event.cents)} {event.kind}" if event.cents else "to withdraw"
    return f"# refused as too late: {what}, box {event.box}, {scene.labels.get(event.player, 'a bettor')}"


# --- errors of earlier rounds, which change nothing in this one


def _about_an_earlier_round(step: Step) -> bool:
    held = step.before.held
    if held is not None and held.irregularity == LATE_ERROR:
        return True
    command = step.command
    earlier = isinstance(command, c.SignRemedy) and command.record is not None
    return earlier or (isinstance(command, c.Report) and command.irregularity == LATE_ERROR)


def _of_an_earlier_round(step: Step) -> Iterator[str]:
    if isinstance(step.command, c.Report):
        yield "# an error of an earlier round came to light"
    for event in step.events:
        if isinstance(event, e.EarlierRoundAmended):
            yield f"# round {event.round} was put right ({event.what})"


# --- a new dealer, and the card that he burns


def _burns_to_write(scene: Scene, run: Sequence[Step]) -> dict[int, bool]:
    """For each change of dealer with a burn, and each burn: whether a script can have it, since the card is known."""
    found: dict[int, bool] = {}
    due: list[int] = []
    for at, step in enumerate(run):
        if isinstance(step.command, c.ChangeDealer):
            asked = bool(due) or any([isinstance(event, e.BurnFellDue) for event in step.events])
            due += [at] if asked else []
            found[at] = not asked
        elif isinstance(step.command, c.BurnCard):
            known = bool(due) and step.command.commitment in scene.faces
            found |= dict.fromkeys([*due, at], known)
            due = []
    return found


def _unwritten(command: c.ChangeDealer | c.BurnCard) -> str:
    if isinstance(command, c.ChangeDealer):
        return "# another dealer took the table"
    return "# a card was burnt, face down"


# --- taps taken back


def _needs_no_undo(step: Step) -> bool:
    """Whether what was taken back is not in the script at all."""
    return any(
        [
            (isinstance(event, e.RoundRewritten) and event.reason in _BETTING_TAPS and _betting(step))
            or (isinstance(event, e.ReportWithdrawn) and event.irregularity == "interruption")
            for event in step.events
        ]
    )


def _betting(step: Step) -> bool:
    """Whether wagers were still placed then; an amount that came later has a line."""
    return step.before.round is not None and not step.before.round.bets_closed


def _undo_nothing(page: Page, step: Step) -> None:
    if any([isinstance(event, e.ReportWithdrawn) for event in step.events]):
        page.take_back()
        page.write("# an interruption was declared, and taken back")
