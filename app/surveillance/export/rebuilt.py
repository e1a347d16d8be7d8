"""Rounds that supervisors reconstructed.

A reconstruction that ends the round becomes the script's [reconstruct]. A script has nothing after that: where play
went on, the script plays the round from the start as it had been put right, if it has a line for every act of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.remedies.record import Act, acts_of, do_act
from app.surveillance.export.cannot import CannotExport
from app.surveillance.export.lines import Scene, line_of
from app.surveillance.export.play import step_lines
from app.surveillance.recorded import Step


class Rebuilt(NamedTuple):
    """The step with which a reconstruction took effect."""

    step: Step
    remedy: c.Reconstruct
    event: e.RoundRewritten


class Course(NamedTuple):
    """What a script plays, and the reconstruction at its end; `put_right`: why the play is not as it went."""

    played: list[Step]
    rebuilt: Rebuilt | None = None
    put_right: str | None = None


# Acts of a corrected sequence that a script has lines for, or does by itself.
_SEQUENCE = (
    c.DrawCard, c.DrawFaceDown, c.TurnUpBox, c.ReadHole, c.Insure, c.Surrender, c.Hit, c.Stand, c.Double, c.Split,
    c.TakeBackDouble, c.Proceed, c.DiscardCard,
)  # fmt: skip
_ANSWERS = (c.AcceptCard, c.RefuseCard)


def course_of(scene: Scene, run: Sequence[Step]) -> Course:
    """How a script has this round."""
    last = _last(run)
    if last is None:
        return Course(list(run))
    at, rebuilt = last
    if any([not line.startswith("#") for line in step_lines(scene, run[at + 1 :])]):
        return Course([*_as_put_right(scene, rebuilt), *run[at + 1 :]], put_right=rebuilt.remedy.reason)
    before = course_of(scene, [*run[:at]])
    if before.rebuilt is None:
        return Course(before.played, rebuilt, before.put_right)
    return Course(_as_put_right(scene, before.rebuilt), rebuilt, before.rebuilt.remedy.reason)


def _last(run: Sequence[Step]) -> tuple[int, Rebuilt] | None:
    """The last reconstruction of the round on the table that took effect."""
    for at in range(len(run) - 1, -1, -1):
        command = run[at].command
        rewritten = [event for event in run[at].events if isinstance(event, e.RoundRewritten)]
        if isinstance(command, c.SignRemedy) and isinstance(command.remedy, c.Reconstruct) and rewritten:
            return at, Rebuilt(run[at], command.remedy, rewritten[0])
    return None


def _as_put_right(scene: Scene, rebuilt: Rebuilt) -> list[Step]:
    """The steps of the round as the reconstruction has it."""
    draft = Draft(scene.recorded.begun, scene.rules)
    found = []
    for act in acts_of(rebuilt.event.events):
        before, done = draft.table, len(draft.events)
        refused = do_act(draft, act)
        assert refused is None, "a reconstruction was played before it was signed"
        found += _step(Step(act, before, tuple(draft.events[done:]), draft.table))
    return found


def _step(step: Step) -> list[Step]:
    """The step, if a command is behind it; a script closes the betting by itself."""
    act: Act = step.command
    if isinstance(act, e.BetsClosed):
        return []
    if type(act).__module__ == e.__name__:
        raise CannotExport("Play went on after a reconstruction with something declared that a script cannot repeat.")
    return [step]


def corrected_lines(scene: Scene, rebuilt: Rebuilt) -> list[str]:
    """The corrected sequence, without what turns itself up and what stays as it was declared."""
    lines = []
    for act in rebuilt.remedy.acts:
        if isinstance(act, _ANSWERS):
            raise CannotExport("A corrected sequence has an answer about a card that lay ready, and a script has none.")
        line = _corrected(scene, rebuilt.step, act) if isinstance(act, _SEQUENCE) else None
        if line is not None:
            lines.append(line)
    return _joined(lines)


def _corrected(scene: Scene, step: Step, act: c.Command) -> str | None:
    """The line; what the reader says in it follows from the card."""
    return "peek" if isinstance(act, c.ReadHole) else line_of(Step(act, step.before, (), step.before), scene)


def _joined(lines: list[str]) -> list[str]:
    """Cards that come one after another on one line."""
    found: list[str] = []
    for line in lines:
        word, _, card = line.partition(" ")
        if found and word == "cards" and found[-1].startswith("cards "):
            found[-1] += f" {card}"
        else:
            found.append(line)
    return found
