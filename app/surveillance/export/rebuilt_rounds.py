"""Rounds that supervisors reconstructed, and rounds of which cards were put right.

A script has no card that somebody typed wrongly: it plays the round with the cards that lay there. A reconstruction
that ends the round becomes the script's [reconstruct]. A script has nothing after that: where play went on, the
script plays the round from the start as it had been put right, if it has a line for every act of it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.subjects.devices.pushed_back import PUSHED_BACK
from app.game.subjects.remedies.round_replay import acts_of, do_act
from app.surveillance.export.cannot import CannotExport
from app.surveillance.export.script_lines import Scene, line_of
from app.surveillance.export.script_play import step_lines
from app.surveillance.recorded import Step


class Rebuilt(NamedTuple):
    """The step with which a reconstruction took effect; without `remedy` cards were put right by others that lay there,
    and `reason` says which."""

    step: Step
    remedy: c.Reconstruct | None
    event: e.RoundRewritten

    @property
    def reason(self) -> str:
        """Why it was."""
        return self.event.reason


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
    """How a script has this round: a card that was pushed back into the shoe had not come."""
    taken_back = [at for at, step in enumerate(run) if _taken_back(step) is not None]
    if not taken_back:
        return _course_of(scene, run)
    event = _taken_back(run[taken_back[-1]])
    assert event is not None
    course = _course_of(scene, [*_as_put_right(scene, event), *run[taken_back[-1] + 1 :]])
    return course if course.put_right else course._replace(put_right=event.reason)


def _taken_back(step: Step) -> e.RoundRewritten | None:
    """The round without the card that was taken back."""
    rewritten = [event for event in step.events if isinstance(event, e.RoundRewritten)]
    return next((event for event in rewritten if event.reason == PUSHED_BACK), None)


def _course_of(scene: Scene, run: Sequence[Step]) -> Course:
    last = _last(run)
    if last is None:
        return Course(list(run))
    at, rebuilt = last
    more = any([not line.startswith("#") for line in step_lines(scene, run[at + 1 :])])
    if more or rebuilt.remedy is None:
        return Course([*_as_put_right(scene, rebuilt.event), *run[at + 1 :]], put_right=rebuilt.reason)
    before = _course_of(scene, [*run[:at]])
    if before.rebuilt is None:
        return Course(before.played, rebuilt, before.put_right)
    return Course(_as_put_right(scene, before.rebuilt.event), rebuilt, before.rebuilt.reason)


def _last(run: Sequence[Step]) -> tuple[int, Rebuilt] | None:
    """The last reconstruction of the round on the table that took effect, or when cards were put right last."""
    for at in range(len(run) - 1, -1, -1):
        rewritten = [event for event in run[at].events if isinstance(event, e.RoundRewritten)]
        remedy = _remedy_of(run[at])
        if rewritten and (remedy is not None or _of_cards(run[at], rewritten[0])):
            with_cards = remedy is not None and not remedy.corrected
            return at, Rebuilt(run[at], remedy if with_cards else None, rewritten[0])
    return None


def _remedy_of(step: Step) -> c.Reconstruct | None:
    command = step.command
    remedy = command.remedy if isinstance(command, c.SignRemedy) else None
    return remedy if isinstance(remedy, c.Reconstruct) else None


def _of_cards(step: Step, event: e.RoundRewritten) -> bool:
    """Whether it was put right by its cards, not by a decision."""
    return event.cause == "correction" and not isinstance(step.command, c.CorrectRecord)


def _as_put_right(scene: Scene, event: e.RoundRewritten) -> list[Step]:
    """The steps of the round as it was put right."""
    draft = Draft(scene.recorded.begun, scene.rules)
    found = []
    for act in acts_of(event.events):
        before, done = draft.table, len(draft.events)
        refused = do_act(draft, act)
        assert refused is None, "what a round was put right to was played before"
        found += [Step(each, before, tuple(draft.events[done:]), draft.table) for each in _asked(act)]
    return found


def _asked(act: Act) -> list[c.Command]:
    """The command, if the act is one; a script closes the betting by itself."""
    if isinstance(act, c.Command):
        return [act]
    if isinstance(act, e.BetsClosed):
        return []
    raise CannotExport("Play went on after a reconstruction with something declared that a script cannot repeat.")


def corrected_lines(scene: Scene, rebuilt: Rebuilt) -> list[str]:
    """The corrected sequence, without what turns itself up and what stays as it was declared."""
    assert rebuilt.remedy is not None, "cards that were put right are played as they lay"
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
