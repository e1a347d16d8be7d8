"""What the lines of the devices leave open: cards that nothing awaits, cards that were keyed by hand, doubts.

A card that a device saw leave the shoe has left it, whatever the record thinks: it is never refused while a shoe is in
use. Nobody knows yet whether its face was seen, so that it lies sealed until somebody says so. What comes while the
table holds waits for its turn, in order, in the record itself; so does what comes while the amount of a wager has to
be entered first: nothing is wrong with such a card but that the record is behind.
"""

from typing import get_args

from app.game import commands as c
from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.seals import is_commitment, opens
from app.game.core.state import LaidBy, Table
from app.game.core.turn import offers_open, stage
from app.game.ordinary_play import play_on
from app.game.routing import not_shuffled
from app.game.rules.ruleset import Irregularity
from app.game.subjects.devices.machine_reports import FAILED, MACHINES_WORDS, in_its_turn, waits_already
from app.game.subjects.irregularities.rulings import left_the_shoe
from app.game.subjects.offers.open_offers import close_offers
from app.game.subjects.shoe.possible_cards import unfit
from app.game.subjects.wagers.late_amounts import amount_refused
from app.game.subjects.wagers.missing_amounts import amounts_due
from app.game.targets import hole_ready

# So much of what waits is kept at hand; no shoe has more cards. What comes beyond that is in the log alone.
MOST_LAID_BY = 500
# Doubts that ask whether cards left the shoe of which it has not told: one look at the table answers all of them.
HAS_IT_TOLD_ALL = (
    "reports_lost", "report_changed", "card_resent", "line_was_down", "damaged", "bad_card", "events_lost",
    "counter_went_back", "cards_untold", "cards_before", "device_restarted", "device_swapped", "unknown_event",
    "too_much",
)  # fmt: skip


# Doubts that a device may say again and again of one thing.
SAID_AGAIN = ("jammed", "count_mismatch")
# Doubts about one card each, of those that have left the shoe: there are no more of them than of such cards.
OF_ONE_CARD = ("card_pushed_back", "two_at_once")


def lay_by(draft: Draft, command: c.LayBy) -> Rejected | None:
    """A card that nothing awaits: the table holds for it, or it waits until the hold is over, or the amounts are
    there."""
    if not is_commitment(command.commitment):
        return draft.refuse("bad_commitment.unseen")
    if draft.table.shoe.decks == 0:
        return not_shuffled(draft.table, draft.rules)
    before_it = _turned_up_first(draft)
    if before_it:
        close_offers(draft)
    if before_it or _waits(draft):
        _wait(draft, e.CameMeanwhile(command.commitment, alarm=command.alarm, place=command.place))
        return None
    _hold_card(draft, command)
    return None


def _hold_card(draft: Draft, command: c.LayBy) -> None:
    phase, detail = stage(draft.table), "composition" if command.alarm else ""
    held = e.TableHeld(
        None, "error_card_unseen", from_shoe=True, phase=phase, commitment=command.commitment, detail=detail,
        source=command.source,
    )  # fmt: skip
    if draft.table.shoe.left == 0:
        held = replace(held, irregularity="device_doubt", from_shoe=False, detail="card_of_an_empty_shoe")
    draft.emit(held)


def _turned_up_first(draft: Draft) -> bool:
    """Whether the card is lawful, and ends an offer: the dealer's next, once the face-down one has turned itself up."""
    table = draft.table
    return table.held is None and not table.laid_by and hole_ready(table, draft.rules) and offers_open(draft.round)


def _waits(draft: Draft) -> bool:
    """Whether something else comes first."""
    table = draft.table
    return table.held is not None or bool(table.laid_by or table.spooled or amounts_due(table, draft.rules))


def _wait(draft: Draft, event: e.CameMeanwhile) -> None:
    """It has its turn after all that came before."""
    full = draft.table.spooled > 0 or len(draft.table.laid_by) >= MOST_LAID_BY
    draft.emit(replace(event, spooled=full))


def doubt_device(draft: Draft, command: c.DoubtDevice) -> Rejected | None:
    """The cards on the table are to be compared with the record."""
    if command.doubt in MACHINES_WORDS:
        _machines_word(draft, command.doubt)
        return None
    if draft.table.shoe.decks == 0:
        return not_shuffled(draft.table, draft.rules)
    if not command.doubt:
        return draft.refuse("not_now.what_is_in_doubt")
    if _asked_already(draft.table, command.doubt):
        return None
    if _waits(draft):
        _wait(draft, e.CameMeanwhile(None, command.doubt))
    else:
        _hold_doubt(draft, command.doubt)
    return None


def _machines_word(draft: Draft, word: str) -> None:
    """No doubt about the cards, and told of whether a shoe is in use or not."""
    if not _waits(draft):
        _machines_word_in_its_turn(draft, word)
    elif not waits_already(draft, word):
        _wait(draft, e.CameMeanwhile(None, word))


def _machines_word_in_its_turn(draft: Draft, word: str) -> None:
    """A continuous shuffler is a shoe, too: where the book has nothing for its jam, the cards are looked at."""
    shoe = draft.table.config.shuffler == "continuous" and draft.table.shoe.decks > 0
    if not in_its_turn(draft, word) and word == FAILED and shoe:
        _hold_doubt(draft, "jammed")


def _asked_already(table: Table, doubt: str) -> bool:
    """Whether the same is asked already, and nothing else has come since: one look at the table answers both."""
    if doubt in OF_ONE_CARD:
        return _asked_of_each_card(table, doubt)
    waiting = [each.doubt for each in table.laid_by if each.doubt not in MACHINES_WORDS]
    held, last = table.held, waiting[-1] if waiting else ""
    if not waiting and held is not None and held.irregularity == "device_doubt":
        last = held.detail
    again = doubt == last and doubt in SAID_AGAIN
    return table.spooled == 0 and (again or (doubt in HAS_IT_TOLD_ALL and last in HAS_IT_TOLD_ALL))


def _asked_of_each_card(table: Table, doubt: str) -> bool:
    """Whether this waits for an answer as often already as there are cards that it could be about."""
    asked = [table.held.detail if table.held is not None else "", *[each.doubt for each in table.laid_by]].count(doubt)
    waiting = sum([each.commitment is not None for each in table.laid_by])
    return asked >= max(1, left_the_shoe(table) + waiting)


def _hold_doubt(draft: Draft, doubt: str) -> None:
    draft.emit(e.TableHeld(None, "device_doubt", phase=stage(draft.table), detail=doubt))


def fetch_spooled(draft: Draft, command: c.FetchSpooled) -> Rejected | None:
    """The first of what is spooled is at hand again."""
    if not 0 < len(command.entries) <= draft.table.spooled:
        return draft.refuse("nothing_to_resolve.not_spooled")
    draft.emit(e.SpoolFetched(command.entries))
    return None


def take_up(draft: Draft, command: c.TakeUp) -> Rejected | None:
    """The first that came meanwhile has its turn."""
    if not draft.table.laid_by:
        return draft.refuse("nothing_to_resolve.nothing_came")
    first = draft.table.laid_by[0]
    refused = amount_refused(draft.table, draft.rules) or _misfitting(draft, first, command)
    if refused is not None:
        return refused
    draft.emit(e.MeanwhileTakenUp())
    if first.commitment is None:
        return _doubt_in_its_turn(draft, first.doubt)
    assert command.then is not None, "a card fits only what it is said to be"
    return _taken_as(draft, _with_alarm(command.then) if first.alarm else command.then)


def _doubt_in_its_turn(draft: Draft, doubt: str) -> Rejected | None:
    """What was none but for the hold is what it would have been: the word that a keyed card came, the cutting card."""
    if doubt in MACHINES_WORDS:
        _machines_word_in_its_turn(draft, doubt)
        return None
    if doubt == "card_unread" and draft.table.keyed:
        return confirm_keyed(draft, c.ConfirmKeyed())
    if doubt == "cut_card" and draft.table.shoe.cut_cards_out < draft.table.shoe.cut_cards:
        return play_on(draft, c.DrawCutCard())
    _hold_doubt(draft, doubt)
    return None


def _taken_as(draft: Draft, then: c.TakenUpAs) -> Rejected | None:
    if isinstance(then, c.LayBy):
        _hold_card(draft, then)
        return None
    if isinstance(then, c.ConfirmKeyed):
        return confirm_keyed(draft, then)
    return doubt_keyed(draft, then) if isinstance(then, c.DoubtKeyed) else play_on(draft, then)


def _with_alarm(then: c.TakenUpAs) -> c.TakenUpAs:
    """A card that the shoe could not hold when it came: face down it is still one, face up it is looked at again."""
    return replace(then, alarm=True) if isinstance(then, c.DrawFaceDown | c.BurnCard | c.LayBy) else then


def _misfitting(draft: Draft, first: LaidBy, command: c.TakeUp) -> Rejected | None:
    """Whether what the card is said to be does not fit the commitment to it."""
    if first.commitment is None:
        return None
    then = command.then
    if then is None or not isinstance(then, get_args(c.TakenUpAs)):
        return draft.refuse("not_now.which_card_came")
    if isinstance(then, c.DrawCard):
        proven = command.opened is not None and opens(command.opened, first.commitment)
        fits = proven and command.opened is not None and command.opened.card == then.card
    else:
        fits = getattr(then, "commitment", first.commitment) == first.commitment
    return None if fits else draft.refuse("wrong_card.came_meanwhile")


def confirm_keyed(draft: Draft, command: c.ConfirmKeyed) -> Rejected | None:
    """The shoe says the same as was keyed."""
    if not draft.table.keyed:
        return draft.refuse("nothing_to_resolve.nothing_keyed")
    draft.emit(e.KeyedConfirmed(1))
    return None


def doubt_keyed(draft: Draft, command: c.DoubtKeyed) -> Rejected | None:
    """The shoe says another card than was keyed."""
    if not draft.table.keyed:
        return draft.refuse("nothing_to_resolve.nothing_keyed")
    if not is_commitment(command.commitment):
        return draft.refuse("bad_commitment.unseen")
    draft.emit(e.TableHeld(None, "keyed_differs", phase=stage(draft.table), commitment=command.commitment))
    return None


def see_held(draft: Draft, command: c.SeeHeld) -> Rejected | None:
    """The card for which the table holds was seen: it is judged as one that nothing awaits."""
    held = draft.table.held
    if held is None or held.irregularity != "error_card_unseen" or held.commitment is None:
        return draft.refuse("nothing_to_turn.held_card")
    if not opens(command.opened, held.commitment):
        return draft.refuse("wrong_card.held")
    misfit = unfit(draft.table, (command.opened.card,))
    irregularity: Irregularity = misfit.irregularity if misfit else "card_not_awaited"
    draft.emit(e.HeldCardSeen(command.opened, irregularity, of_the_shoe=misfit is None))
    return None
