"""What its events make of a table."""

from typing import Any

from app.game.core.cards import DECK_SIZE, NONE_DRAWN, with_card
from app.game.core.folding import noted
from app.game.core.records import replace
from app.game.core.seals import seal
from app.game.core.state import CardSet, Preparation, Shoe, Table, changed_shoe, every_hand, in_the_rack
from app.game.subjects.shoe import events as e


def shoe_stopped(table: Table, event: e.ShoeStopped) -> Table:
    shoe = table.shoe
    left, discarded = shoe.left - event.dealt_before, shoe.discarded + event.dealt_before
    return changed_shoe(table, left=left, discarded=discarded, refill=event.refill)


def shoe_refilled(table: Table, event: e.ShoeRefilled) -> Table:
    shoe = table.shoe
    manual = shoe.refill == "remaining"
    shoe = replace(shoe, refill="", burn_due=event.burn_due, cut_cards=event.cut_cards, cut_cards_out=0, manual=manual)
    if table.shoe.refill == "discards":
        shoe = replace(shoe, left=shoe.left + shoe.discarded, discarded=0, burnt=(), drawn=_drawn_on_layout(table))
    return replace(table, shoe=shoe, preparation=None)


def _drawn_on_layout(table: Table) -> bytes:
    """The composition when all but the cards on the layout are in the shoe again."""
    round_ = table.round
    assert round_ is not None
    hands = [hand for _, _, hand in every_hand(round_) if not in_the_rack(hand)]
    drawn = NONE_DRAWN
    for card in (*round_.dealer, *[card for hand in hands for card in hand.cards]):
        drawn = with_card(drawn, card)
    for kept in table.kept:
        drawn = drawn if kept.card is None else with_card(drawn, kept.card)
    return drawn


def shoe_counted(table: Table, event: e.ShoeCounted) -> Table:
    return table


def count_corrected(table: Table, event: e.CountCorrected) -> Table:
    shoe = table.shoe
    return changed_shoe(table, left=shoe.left - event.missing, missing=shoe.missing + event.missing)


def shoe_ends_after_round(table: Table, event: e.ShoeEndsAfterRound) -> Table:
    return changed_shoe(table, ends_after_round=True, ends_clause=event.clause)


def set_taken_away(table: Table, event: e.SetTakenAway) -> Table:
    return replace(table, sets=tuple([each for each in table.sets if each.id != table.set_in_use]))


def machine_taken_away(table: Table, event: e.MachineTakenAway) -> Table:
    return replace(table, config=replace(table.config, shuffler="none"))


def card_damaged(table: Table, event: e.CardDamaged) -> Table:
    return replace(table, damaged=(*table.damaged, (event.card, event.clause)))


def card_replaced(table: Table, event: e.CardReplaced) -> Table:
    index = [card for card, _ in table.damaged].index(event.card)
    return replace(table, damaged=table.damaged[:index] + table.damaged[index + 1 :])


def set_brought(table: Table, event: e.SetBrought) -> Table:
    """A set that comes again under the name of the one in the shoe is another one: that shoe is at its end."""
    others = tuple([each for each in table.sets if each.id not in (event.set_id, *event.replaces)])
    in_use = None if event.set_id == table.set_in_use else table.set_in_use
    return replace(table, sets=(*others, CardSet(event.set_id, event.colour)), set_in_use=in_use)


def preparation_begun(table: Table, event: e.PreparationBegun) -> Table:
    preparation = Preparation(
        event.set_id,
        event.steps,
        parts_due=event.parts_due,
        anybody_cuts=event.anybody_cuts,
        replaced=event.replaced,
        far_right_cuts=event.far_right_cuts,
    )
    return _begun_anew(replace(table, preparation=preparation))


def _begun_anew(table: Table) -> Table:
    """What was asked about these cards before is asked no more."""
    return replace(table, preparations=table.preparations + 1)


def _prepared(table: Table, **changes: Any) -> Table:
    assert table.preparation is not None
    return replace(table, preparation=replace(table.preparation, **changes))


def step_done(table: Table, event: e.StepDone) -> Table:
    assert table.preparation is not None
    people = (*table.preparation.people, (event.step, event.by)) if event.by else table.preparation.people
    return _prepared(table, done=(*table.preparation.done, event.step), people=people)


def shuffle_part_done(table: Table, event: e.ShufflePartDone) -> Table:
    assert table.preparation is not None
    return _prepared(table, parts=(*table.preparation.parts, event.part))


def cards_shuffled(table: Table, event: e.CardsShuffled) -> Table:
    assert table.preparation is not None
    inspected = tuple(
        [replace(each, inspected=True) if each.id == table.preparation.set_id else each for each in table.sets]
    )
    return _prepared(replace(table, sets=inspected), shuffled=True)


def exposure_reported(table: Table, event: e.ExposureReported) -> Table:
    assert table.preparation is not None
    again = [step for step, _ in event.steps]
    steps = tuple([step for step in table.preparation.steps if step[0] not in again])
    done = tuple([step for step in table.preparation.done if step not in again])
    people = tuple([each for each in table.preparation.people if each[0] not in again])
    changes = {"shuffled": False, "cut": False, "cut_card": False, "declined": (), "parts": (), "cut_by": None}
    return _prepared(_begun_anew(table), steps=steps + event.steps, done=done, people=people, **changes)


def cut_declined(table: Table, event: e.CutDeclined) -> Table:
    assert table.preparation is not None
    return _prepared(table, declined=(*table.preparation.declined, event.box))


def cards_cut(table: Table, event: e.CardsCut) -> Table:
    return _prepared(table, cut=True, cut_by=event.box, offered=event.offered)


def recut_ordered(table: Table, event: e.RecutOrdered) -> Table:
    """Back to the cut, out of the shoe if need be: the last cutter may do it again, or the next player."""
    preparation = table.preparation
    if preparation is None:
        preparation = table.shoe.loaded_from
        table = replace(table, shoe=Shoe(), last_cutter=table.shoe.rotation_before, laid_by=(), spooled=0, keyed=())
    assert preparation is not None
    again = () if preparation.cut_by is None else (preparation.cut_by,)
    declined = tuple(dict.fromkeys(preparation.declined + again))
    return _begun_anew(replace(table, preparation=replace(preparation, cut=False, cut_card=False, declined=declined)))


def cut_card_placed(table: Table, event: e.CutCardPlaced) -> Table:
    return _prepared(table, cut_card=True)


def shoe_loaded(table: Table, event: e.ShoeLoaded) -> Table:
    preparation = table.preparation
    assert preparation is not None
    shoe = Shoe(
        event.decks,
        left=event.decks * DECK_SIZE,
        burn_due=event.burn_due,
        loaded_from=preparation,
        rotation_before=table.last_cutter,
        cut_cards=event.cut_cards,
    )
    last = table.last_cutter if preparation.offered is None else preparation.offered
    # Whatever waited, it is in the new shoe or off the table.
    table = replace(table, laid_by=(), spooled=0, keyed=())
    return replace(table, shoe=shoe, last_cutter=last, set_in_use=event.set_id, preparation=None, regulars=frozenset())


def burn_fell_due(table: Table, event: e.BurnFellDue) -> Table:
    return changed_shoe(table, burn_due=event.clause)


def card_burnt(table: Table, event: e.CardBurnt) -> Table:
    shoe = table.shoe
    burnt = (*shoe.burnt, event.commitment)
    table = noted(table, event.source, None, event.commitment)
    due = shoe.burn_due if event.in_error else None
    return changed_shoe(table, burn_due=due, burnt=burnt, left=shoe.left - 1, discarded=shoe.discarded + 1)


def burn_disclosed(table: Table, event: e.BurnDisclosed) -> Table:
    burnt = tuple([each for each in table.shoe.burnt if each != seal(event.opened)])
    return changed_shoe(table, burnt=burnt, drawn=with_card(table.shoe.drawn, event.opened.card))


def shuffle_fell_due(table: Table, event: e.ShuffleFellDue) -> Table:
    if event.anybody_cuts:
        table = replace(table, seated=(), last_cutter=None, warned=frozenset())
    return changed_shoe(table, shuffle_due=event.clause, shuffle_steps=event.steps, anybody_cuts=event.anybody_cuts)


def final_rounds_announced(table: Table, event: e.FinalRoundsAnnounced) -> Table:
    return replace(table, last_final_round=event.last_round)


def cut_card_drawn(table: Table, event: e.CutCardDrawn) -> Table:
    """The first of the cutting cards says who cuts next, and may end the shoe; a second one says nothing."""
    out = table.shoe.cut_cards_out + 1
    if out > 1:
        return changed_shoe(table, cut_cards_out=out)
    return changed_shoe(table, cut_cards_out=out, cut_card_box=event.box, ends_after_round=event.ends_shoe)
