"""The steps that a device's line brought about, as a round script has them.

In a script every card is told when it leaves the shoe and every face is known, so that a doubt that was only compared,
a card that was keyed and confirmed, and what waited while the table held have no line: what was made of them has. A
card that nothing awaited is one drawn in error, or the card that was seen, at once. Where a card is known from is no
part of a round: no line, and nothing that the proof compares.
"""

from collections.abc import Iterator, Sequence

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.subjects.cards.decide import misfit_of
from app.game.subjects.irregularities.rulings import HOUSE
from app.game.subjects.remedies.card_positions import TYPED
from app.surveillance.export.cannot import CannotExport
from app.surveillance.recorded import Step


def as_scripts_have_them(run: Sequence[Step]) -> list[Step]:
    """The steps, each with the command of a script that comes to the same."""
    seen, undone = dict(_seen(run)), set(_undone(run))
    return [_said(step, seen) if at not in undone else step._replace(command=NOTHING) for at, step in enumerate(run)]


# Has no line.
NOTHING = c.TakeUp()


def _undone(run: Sequence[Step]) -> Iterator[int]:
    """Holds that came of a card that was typed wrongly, and their end: in a script no card is."""
    for at, step in enumerate(run):
        held = step.before.held
        if isinstance(step.command, c.UndoTap) and held is not None and held.source in TYPED:
            yield at
            yield max([n for n in range(at) if any([isinstance(event, e.TableHeld) for event in run[n].events])])


def _seen(run: Sequence[Step]) -> Iterator[tuple[str, e.HeldCardSeen]]:
    """The cards for which the table held, not knowing them, and that had been seen after all."""
    for step in run:
        held = step.before.held
        for event in step.events:
            if isinstance(event, e.HeldCardSeen) and held is not None and held.commitment is not None:
                yield held.commitment, event


def _said(step: Step, seen: dict[str, e.HeldCardSeen]) -> Step:
    command = step.command
    if isinstance(command, c.TakeUp):
        command = command.then
    if isinstance(command, c.Resolve) and _of_the_house(step):
        command = _entered(step) if command.choice == "enter_card" else None
    if isinstance(command, c.LayBy | c.DrawInError):
        return _out_of_turn(step, command, seen)
    if isinstance(command, c.DrawCard):
        _refuse_what_lies_face_down(step, command)
    kept = tuple([event for event in step.events if not _of_a_line(event)])
    return step._replace(command=c.TakeUp() if command is None and step.command is not None else command, events=kept)


def _of_the_house(step: Step) -> bool:
    return step.before.held is not None and step.before.held.irregularity in HOUSE


def _of_a_line(event: e.Event) -> bool:
    return isinstance(event, e.TableHeld) and event.irregularity in HOUSE


def _entered(step: Step) -> c.Command:
    """The card that lay on the table and was not in the record, drawn where it was entered."""
    command = step.command
    assert isinstance(command, c.Resolve)
    if command.card is not None:
        return c.DrawCard(command.card)
    assert command.commitment is not None, "a card is entered by its face, or face down"
    if any([isinstance(event, e.CardBurnt) for event in step.events]):
        return c.BurnCard(command.commitment)
    down = next(event for event in step.events if isinstance(event, e.CardDealtDown) and not event.kept)
    return c.DrawFaceDown(command.commitment, hole=down.box == 0)


def _out_of_turn(step: Step, command: c.LayBy | c.DrawInError, seen: dict[str, e.HeldCardSeen]) -> Step:
    """The card of a hold: drawn in error, or the card that it was seen to be; one that only waits is told later."""
    held = [event for event in step.events if isinstance(event, e.TableHeld)]
    if not held or held[0].irregularity in HOUSE:
        return step._replace(command=c.TakeUp())
    as_seen = seen.get(command.commitment)
    if as_seen is None:
        to_dealer = isinstance(command, c.DrawInError) and command.to_dealer
        return step._replace(command=c.DrawInError(command.commitment, to_dealer=to_dealer))
    card = Card(as_seen.opened.card)
    event = e.TableHeld(card, as_seen.irregularity, from_shoe=as_seen.of_the_shoe)
    return step._replace(command=c.DrawCard(card), events=(event,))


def _refuse_what_lies_face_down(step: Step, command: c.DrawCard) -> None:
    """A script cannot say of a card that it is one too many because of what lies face down."""
    if command.unfit and misfit_of(step.before, command.card) is None:
        message = "A card was one too many only with those that lie face down; a script cannot have it."
        raise CannotExport(message)
