"""What its events make of a table."""

from typing import TypeVar

from app.game.core.cards import with_card
from app.game.core.folding import noted
from app.game.core.records import replace
from app.game.core.seals import seal
from app.game.core.state import Held, Incident, Kept, Table, changed_hand, changed_round, changed_shoe, hand_of, the_box
from app.game.subjects.irregularities import events as e


def held_for(event: e.TableHeld) -> Held:
    """What the table holds for by this event."""
    return Held(
        event.card, event.irregularity, event.from_shoe, event.more, event.opened, event.phase, event.box, event.player,
        event.felt, event.commitment, detail=event.detail, settled=event.settled, hand=event.hand, source=event.source,
        dealer_drew=event.dealer_drew, unfit=event.unfit, first=event.first, doubted=event.doubted,
    )  # fmt: skip


def table_held(table: Table, event: e.TableHeld) -> Table:
    held = held_for(event)
    table = replace(
        table,
        held=held,
        holds=table.holds + 1,
        irregularities=(*table.irregularities, Incident(event.irregularity, event.phase, event.card)),
    )
    for card in held.cards or (None,):
        table = noted(table, event.source, card, event.commitment)
    return changed_shoe(table, left=table.shoe.left - 1 - len(event.more)) if event.from_shoe else table


def irregularity_resolved(table: Table, event: e.IrregularityResolved) -> Table:
    """The hold ends; cards that lay nowhere are in hand again, and the next event says where they go."""
    held = table.held
    assert held is not None
    incident = replace(table.irregularities[-1], choice=event.choice, clause=event.clause)
    table = replace(table, held=None, irregularities=(*table.irregularities[:-1], incident))
    return changed_shoe(table, left=table.shoe.left + 1 + len(held.more)) if held.from_shoe else table


def report_withdrawn(table: Table, event: e.ReportWithdrawn) -> Table:
    """Nothing of the kind had happened; a card that was taken back is in hand again."""
    held = table.held
    assert held is not None
    table = replace(table, held=None, irregularities=table.irregularities[:-1])
    return changed_shoe(table, left=table.shoe.left + len(held.cards)) if held.from_shoe else table


def players_asked(table: Table, event: e.PlayersAsked) -> Table:
    return replace(table, held=Held(None, event.irregularity, asked=event.asked, rebuilt=event.rebuilt))


def player_answered(table: Table, event: e.PlayerAnswered) -> Table:
    held = table.held
    assert held is not None
    asked = tuple([each for each in held.asked if each != (event.box, event.player)])
    return replace(table, held=replace(held, asked=asked) if asked else None)


def card_discarded(table: Table, event: e.CardDiscarded) -> Table:
    shoe = table.shoe
    return changed_shoe(
        table, left=shoe.left - 1, discarded=shoe.discarded + 1, drawn=with_card(shoe.drawn, event.card)
    )


def card_kept(table: Table, event: e.CardKept) -> Table:
    shoe = table.shoe
    drawn = shoe.drawn if event.card is None else with_card(shoe.drawn, event.card)
    kept = (*table.kept, Kept(event.card, event.commitment, event.refusable, event.clause))
    return changed_shoe(replace(table, kept=kept), left=shoe.left - 1, drawn=drawn)


def kept_turned_up(table: Table, event: e.KeptTurnedUp) -> Table:
    first, *others = table.kept
    kept = (replace(first, card=event.opened.card, commitment=None), *others)
    return changed_shoe(replace(table, kept=kept), drawn=with_card(table.shoe.drawn, event.opened.card))


def card_accepted(table: Table, event: e.CardAccepted) -> Table:
    return changed_hand(table, event.box, event.hand, wants_card=True)


def card_refused(table: Table, event: e.CardRefused) -> Table:
    for box, hand in event.hands:
        table = changed_hand(table, box, hand, done="refused", wants_card=False)
    return table


def kept_discarded(table: Table, event: e.KeptDiscarded) -> Table:
    cards = [each.card for each in table.kept]
    at = cards.index(event.card)
    table = replace(table, kept=table.kept[:at] + table.kept[at + 1 :])
    return changed_shoe(table, discarded=table.shoe.discarded + 1)


def face_down_removed(table: Table, event: e.FaceDownRemoved) -> Table:
    """It was counted as a card of the set when it left the shoe: the shoe holds one more than was thought."""
    commitment = seal(event.opened)
    table = changed_shoe(table, left=table.shoe.left + 1)
    if commitment in table.shoe.burnt:
        burnt = _without(table.shoe.burnt, table.shoe.burnt.index(commitment))
        return changed_shoe(table, burnt=burnt, discarded=table.shoe.discarded - 1)
    if table.round is not None and table.round.hole == commitment:
        return changed_round(table, hole=None, hole_read=None)
    return replace(table, kept=_without(table.kept, [each.commitment for each in table.kept].index(commitment)))


AnyThing = TypeVar("AnyThing")


def _without(several: tuple[AnyThing, ...], index: int) -> tuple[AnyThing, ...]:
    """All but one: what has the same commitment twice is still two cards."""
    return several[:index] + several[index + 1 :]


def _changed_box(table: Table, number: int, **changes: object) -> Table:
    assert table.round is not None
    boxes = [replace(box, **changes) if box.number == number else box for box in table.round.boxes]  # type: ignore[arg-type]
    return changed_round(table, boxes=tuple(boxes))


def second_card_deferred(table: Table, event: e.SecondCardDeferred) -> Table:
    return _changed_box(table, event.box, second_late=True)


def hand_deferred(table: Table, event: e.HandDeferred) -> Table:
    """It had stood by the record only: its player had asked for a card."""
    assert table.round is not None
    if hand_of(table.round, event.box, event.hand).done == "stand":
        return changed_hand(table, event.box, event.hand, late=True, done="", wants_card=True)
    return changed_hand(table, event.box, event.hand, late=True)


def hand_passed_over(table: Table, event: e.HandPassedOver) -> Table:
    """A card that its player had asked for is not on its way any more; one that a double has to bring still is."""
    assert table.round is not None
    hand = hand_of(table.round, event.box, event.hand)
    wants = hand.wants_card and hand.doubled
    return changed_hand(table, event.box, event.hand, done="passed", wants_card=wants)


def hand_resumed(table: Table, event: e.HandResumed) -> Table:
    """It is served again, unless it has become void since it was passed over."""
    assert table.round is not None
    if hand_of(table.round, event.box, event.hand).done == "void":
        return table
    return changed_hand(table, event.box, event.hand, done="")


def dealer_deferred(table: Table, event: e.DealerDeferred) -> Table:
    return changed_round(table, dealer_late=True)


def player_absent(table: Table, event: e.PlayerAbsent) -> Table:
    assert table.round is not None
    surrender = tuple([box for box in table.round.surrender_open if box != event.box])
    table = changed_round(_nothing_offered(table, event.box), surrender_open=surrender)
    return _changed_box(table, event.box, absent=event.does)


def control_passed(table: Table, event: e.ControlPassed) -> Table:
    assert table.round is not None
    before = the_box(table.round, event.box)
    table = _nothing_offered(table, event.box)
    return _changed_box(table, event.box, controller=event.player, away=(*before.away, before.controller))


def _nothing_offered(table: Table, box: int) -> Table:
    """Who cannot decide for the box any more is not there to insure either."""
    assert table.round is not None
    gone = (box, the_box(table.round, box).controller)
    return changed_round(table, insurance_open=tuple([each for each in table.round.insurance_open if each != gone]))


def reader_set_aside(table: Table, event: e.ReaderSetAside) -> Table:
    if event.round_only:
        return changed_round(table, hole_read=None, unread=True)
    table = replace(table, reader_off=True)
    return table if table.round is None else changed_round(table, hole_read=None)


def hands_cleared(table: Table, event: e.HandsCleared) -> Table:
    for box, number in event.hands:
        assert table.round is not None
        hand = hand_of(table.round, box, number)
        table = changed_hand(table, box, number, cleared=True)
        table = changed_shoe(table, discarded=table.shoe.discarded + len(hand.cards))
    return table


T = TypeVar("T")
