"""The table, and the cards between shoes, in words."""

from app.game import events as e
from app.game.state import DEALER
from app.surveillance.event_words.devices import mark
from app.surveillance.event_words.moment import Moment, Words, always, by_clause
from app.surveillance.plain import (
    clause_in,
    listed,
    spaced,
)


def _table_opened(event: e.TableOpened, moment: Moment) -> str:
    return f"the table was set up with {event.config.decks} decks and {event.config.boxes} boxes"


def _table_closed(event: e.TableClosed, moment: Moment) -> str:
    why = f": {spaced(event.reason)}" if event.reason else ""
    plural = "s" if len(event.sets) > 1 else ""
    left = f"; set{plural} {listed(list(event.sets))} left it" if event.sets else ""
    return f"the table was closed{why}{left}"


def _paper_begun(event: e.PaperBegun, moment: Moment) -> str:
    return f"{listed(list(event.by))} enter rounds that were dealt on paper: {spaced(event.reason)}"


def _dealer_changed(event: e.DealerChanged, moment: Moment) -> str:
    licence = f", licensed through {event.licensed_through}" if event.licensed_through else ""
    return f"{event.dealer or 'nobody'} deals from here on{licence}"


# --- the cards between shoes


def _collected(event: e.CardsCollected, moment: Moment) -> str:
    where = "back into the shuffler" if event.returned else "to the discard rack"
    return f"the {event.cards} cards on the layout went {where}"


def _set_brought(event: e.SetBrought, moment: Moment) -> str:
    instead = f" in place of {listed(list(event.replaces))}" if event.replaces else ""
    return f"the {event.colour} set {event.set_id} came to the table{instead}"


def _preparation(event: e.PreparationBegun, moment: Moment) -> str:
    return f"set {event.set_id} is made ready for the shoe"


def _step_done(event: e.StepDone, moment: Moment) -> str:
    step, _, who = event.step.partition(":")
    role, person = f" by the {spaced(who)}" if who else "", f", {event.by}" if event.by else ""
    return f"done: {spaced(step)}{role}{person}"


def _part_done(event: e.ShufflePartDone, moment: Moment) -> str:
    return f"done: {spaced(event.part)}, a part of the shuffle"


def _cut_declined(event: e.CutDeclined, moment: Moment) -> str:
    return f"the player at box {event.box} did not want to cut"


def _cards_cut(event: e.CardsCut, moment: Moment) -> str:
    who = "an employee" if event.box is None else f"the player at box {event.box}"
    return f"{who} cut the cards, {event.cards} from the front"


def _cut_card_placed(event: e.CutCardPlaced, moment: Moment) -> str:
    return f"the cutting card went in, {event.cards} cards from the back"


def _shoe_loaded(event: e.ShoeLoaded, moment: Moment) -> str:
    return f"a new shoe begins: set {event.set_id}, {event.decks} decks, {moment.after.shoe.left} cards"


def _burnt(event: e.CardBurnt, moment: Moment) -> str:
    return f"{moment.face(event.commitment)} was burnt{mark(event.source)}"


def _disclosed(event: e.BurnDisclosed, moment: Moment) -> str:
    return f"the burnt card was shown: {event.opened.card}"


def _shuffle_due(event: e.ShuffleFellDue, moment: Moment) -> str:
    return f"before the next round the cards are shuffled: {spaced(event.reason)}{clause_in(event.clause)}"


def _final_rounds(event: e.FinalRoundsAnnounced, moment: Moment) -> str:
    return f"the last rounds were announced, up to round {event.last_round}"


def _cut_card_drawn(event: e.CutCardDrawn, moment: Moment) -> str:
    where = "with nobody to deal to" if event.box is None else f"at {_box(event.box)}"
    return f"the cutting card came out {where}{'; the shoe ends with this round' if event.ends_shoe else ''}"


def _box(box: int) -> str:
    return "the dealer" if box == DEALER else f"box {box}"


WORDS: dict[type, Words] = {
    e.TableOpened: _table_opened,
    e.TableClosed: _table_closed,
    e.PaperBegun: _paper_begun,
    e.PaperEnded: always("all rounds that were dealt on paper are entered"),
    e.ConfigChanged: always("limits or options of the table were changed"),
    e.DealerChanged: _dealer_changed,
    e.RoundAbandoned: always("nobody wagered: there was no round"),
    e.CardsCollected: _collected,
    e.SetBrought: _set_brought,
    e.PreparationBegun: _preparation,
    e.StepDone: _step_done,
    e.ShufflePartDone: _part_done,
    e.CardsShuffled: always("the shuffle is finished"),
    e.ExposureReported: always("a card was seen before it was in the shoe: steps and shuffle are done again"),
    e.CutDeclined: _cut_declined,
    e.CardsCut: _cards_cut,
    e.RecutOrdered: always("a supervisor has the cut done again"),
    e.CutCardPlaced: _cut_card_placed,
    e.ShoeLoaded: _shoe_loaded,
    e.BurnFellDue: by_clause("a card is to be burnt before the next one is dealt"),
    e.CardBurnt: _burnt,
    e.BurnDisclosed: _disclosed,
    e.ShuffleFellDue: _shuffle_due,
    e.FinalRoundsAnnounced: _final_rounds,
    e.CutCardDrawn: _cut_card_drawn,
}
