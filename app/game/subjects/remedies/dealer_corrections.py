"""The felt is right and the record wrong: what the dealer may put right alone, and the undo of the last tap.

A missed or wrong tap gives a card to the wrong hand of the record. The dealer says which hand had stood, or had not,
and the cards of the round are dealt again in the order in which they came. No wager changes by it, and nothing that was
ticked off as paid or taken; what only the record has settled, by a card on the wrong hand, has not happened.
"""

from typing import Literal

from app.game import commands as c
from app.game import events as e
from app.game.consequences import advance
from app.game.core.acts import Act
from app.game.core.draft import Draft
from app.game.core.kinds import COMMANDS
from app.game.core.records import Command, Part, name_of
from app.game.core.rejections import Rejected
from app.game.core.state import Held, Round, Table, every_hand, numbered_hands
from app.game.rules.ruleset import AnyIrregularity, Ruleset
from app.game.subjects.cards.decide import draw_card
from app.game.subjects.irregularities.decide import NOT_REPORTED
from app.game.subjects.remedies.actual_payments import lines_ticked, ticked_otherwise
from app.game.subjects.remedies.card_positions import TYPED
from app.game.subjects.remedies.hole_card_timing import replay_in_time
from app.game.subjects.remedies.rewriting import rewrite
from app.game.subjects.remedies.round_replay import Step, Stopped, last_step, steps_of
from app.game.subjects.wagers.missing_amounts import INITIAL_CARDS

Reading = Literal["stood", "hit"]
# What somebody may have counted wrongly.
COUNTED = ("shoe_empty", "cards_missing", "cards_in_excess")
READINGS: tuple[Reading, ...] = ("stood", "hit")


class Correction(Part):
    """A reading of the cards that fits them too."""

    correction: Reading
    """What had happened in truth: the hand had stood, or had not."""
    box: int
    hand: int


def corrections(table: Table, rules: Ruleset) -> tuple[Correction, ...]:
    """Every other reading that the dealer may choose."""
    if table.round is None or not _open(table):
        return ()
    hands = [(box.number, number) for box, number, _ in every_hand(table.round)]
    readings, steps = [Correction(kind, *hand) for hand in hands for kind in READINGS], steps_of(table.record)
    return tuple([each for each in readings if _acts_if(table, rules, each, steps) is not None])


def correct_record(draft: Draft, command: c.CorrectRecord) -> Rejected | None:
    """Put the record right."""
    reading = Correction(command.correction, command.box, command.hand)
    possible = _open(draft.table) and command.correction in READINGS
    acts = _acts_if(draft.table, draft.rules, reading, steps_of(draft.table.record)) if possible else None
    if acts is None:
        return draft.refuse("correction_not_offered.reading", {"box": command.box, "correction": command.correction})
    reason = command.reason or f"box {command.box} {command.correction}"
    return rewrite(draft, acts, "correction", reason, draft.rules.questions["decide"])


def _open(table: Table) -> bool:
    round_ = table.round
    return round_ is not None and round_.dealt and table.held is None and round_.void is None


def _acts_if(table: Table, rules: Ruleset, reading: Correction, steps: list[Step]) -> list[Act] | None:
    """The round's acts under this reading; None if it does not fit."""
    acts = _inserted(table, steps, reading) if reading.correction == "stood" else _removed(table, steps, reading)
    if acts is None or table.opening is None:
        return None
    acts, again = replay_in_time(table.opening, rules, acts)
    if isinstance(again, Stopped) or ticked_otherwise(table, again.round) is not None:
        return None
    return acts if table.round is not None and _stakes(again.round) == _stakes(table.round) else None


def _inserted(table: Table, steps: list[Step], reading: Correction) -> list[Act] | None:
    """The hand stood before the card that the record gave it last; not before one that lies there by mistake."""
    cards = [event for event in table.record if isinstance(event, e.CardDealt) and _is_card_of(event, reading)]
    given = [index for index, step in enumerate(steps) if _is_card_of(table.record[step.at], reading)]
    last = steps[given[-1]] if given else None
    if (
        last is None
        or table.record[last.at] is not cards[-1]
        or cards[-1].meant_for
        or _cannot_have_stood(table, reading, last.at)
    ):
        return None
    acts, at = [step.act for step in steps], given[-1]
    while isinstance(acts[at - 1], e.PlayersAsked):
        at -= 1  # they are asked before the card, and what follows from the stand does not wait for that
    called = acts[at - 1] == c.Hit(reading.box) and not _served(table, steps[at - 1], steps[given[-1]], reading)
    return [*acts[: at - 1 if called else at], c.Stand(reading.box), *acts[at:]]


def _cannot_have_stood(table: Table, reading: Correction, at: int) -> bool:
    """Nobody stands in the initial deal or with one card, and no hand twice: what is plain without playing the round
    again."""
    assert table.round is not None
    hands = dict(numbered_hands(table.round, reading.box))
    if reading.hand not in hands or len(hands[reading.hand].cards) <= INITIAL_CARDS:
        return True
    if len(hands) == 1 and any([_stood(each, reading) for each in table.record[at:]]):
        return True
    return not any([isinstance(each, e.InitialDealCompleted) for each in table.record[:at]])


def _stood(event: object, reading: Correction) -> bool:
    """Whether the hand stood with this, by the record."""
    if not isinstance(event, e.HandCompleted) or event.why != "stand":
        return False
    return (event.box, event.hand) == (reading.box, reading.hand)


def _served(table: Table, called: Step, given: Step, reading: Correction) -> bool:
    """Whether the hand had its card before this one: the card that lay ready."""
    return any([_is_card_of(event, reading) for event in table.record[called.at : given.at]])


def _is_card_of(event: object, reading: Correction) -> bool:
    return isinstance(event, e.CardDealt) and (event.box, event.hand) == (reading.box, reading.hand)


def _removed(table: Table, steps: list[Step], reading: Correction) -> list[Act] | None:
    """The hand had not stood: the card after that is its own. A hole card that turned itself up in between did so in
    the record only."""
    for index, step in enumerate(steps):
        if _stood(table.record[step.at], reading):
            since = [each.act for each in steps[index + 1 :]]
            if [isinstance(act, c.DrawCard) for act in since if not isinstance(act, c.TurnUpHole)][:1] == [True]:
                return [*[each.act for each in steps[:index]], *since]
    return None


def _stakes(round_: Round) -> list[tuple[int, int, str, int]]:
    """What lies on each hand, and what was insured."""
    stakes = [
        (box.number, number, stake.player, stake.at_risk_cents)
        for box, number, hand in every_hand(round_)
        for stake in hand.stakes
    ]
    return stakes + [(place.box, 0, place.player, place.insurance_cents) for place in round_.places]


def _is_card(event: object) -> bool:
    """Whether a card left the shoe with it."""
    held = isinstance(event, e.TableHeld) and event.card is not None
    return held or isinstance(event, e.CardDealt | e.CardDealtDown)


class Undoable(Part):
    """What an undone tap would take back: a command of the dealer, or the report for which the table holds."""

    command: str
    """The command that would be taken back; a report by which the table holds is one, too."""
    box: int | None = None
    """The box that it was about."""
    player: str | None = None
    kind: str | None = None
    """The kind of wager: main, or a side wager by its name."""
    cents: int | None = None
    irregularity: AnyIrregularity | None = None
    """What was reported; nothing where it was no report."""


def undoable(table: Table) -> Undoable | None:
    """What would be taken back now; None: nothing can be."""
    held = table.held
    if held is not None:
        reported = Undoable("Report", held.box, held.player, irregularity=held.irregularity)
        return reported if _only_reported(held) else None
    last = _last_tap(table)
    if last is None:
        return None
    about = {name: getattr(last.act, name, None) for name in ("box", "player", "kind", "cents")}
    return Undoable(name_of(type(last.act)), **about)


def _last_tap(table: Table) -> Step | None:
    """The last thing that was done in the round, if it was a tap that no card has followed, and nothing that came of it
    is ticked off as paid or taken."""
    last = last_step(table.record) if table.round is not None and table.round.void is None else None
    if last is None or not _is_undone(last.act):
        return None
    since = table.record[last.at :]
    came_of_it = [line for event in since if isinstance(event, e.Settled) for line in event.lines]
    return None if any(map(_is_card, since)) or any([line in came_of_it for line in lines_ticked(table)]) else last


def _is_undone(act: Act) -> bool:
    """Whether a dealer may take it back by a tap."""
    return isinstance(act, Command) and COMMANDS[type(act)].undone


def _only_reported(held: Held) -> bool:
    """Whether the hold is only for what somebody said, counted or typed; what the shoe told has happened."""
    reported = held.irregularity not in NOT_REPORTED or held.irregularity == "damaged_card"
    came_with_a_card = held.commitment is not None or bool(held.detail)
    typed = held.source in TYPED and (held.card is not None or held.irregularity in COUNTED)
    return (reported or typed) and not held.asked and not came_with_a_card


def _withdraw_report(draft: Draft, held: Held) -> Rejected | None:
    """What was only reported had not happened."""
    if not _only_reported(held):
        return draft.refuse("table_holds.no_report", {"irregularity": held.irregularity})
    draft.emit(e.ReportWithdrawn(held.irregularity))
    if held.source in TYPED:
        _not_typed(draft, held)
        return None
    refused = draw_card(draft, c.DrawCard(held.card)) if held.from_shoe and held.card is not None else None
    advance(draft)
    return refused


def _not_typed(draft: Draft, held: Held) -> None:
    """The cards were typed wrongly: the shoe is not expected to tell of them."""
    if held.source == "keyed":
        draft.emit(e.KeyedCorrected(draft.table.keyed[: -len(held.cards)]))
    advance(draft)


def undo_tap(draft: Draft, command: c.UndoTap) -> Rejected | None:
    """Take back the last tap, while no card and no payment has followed it."""
    table = draft.table
    if table.held is not None:
        return _withdraw_report(draft, table.held)
    last = _last_tap(table)
    if last is None:
        return draft.refuse("nothing_to_undo")
    tap = name_of(type(last.act))
    acts = [step.act for step in steps_of(table.record)[:-1]]
    return rewrite(draft, acts, "undo", tap, draft.rules.questions["decide"])
