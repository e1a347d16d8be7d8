"""What was done in a round, and doing it again.

An act is the command that an event came of. Events that follow by themselves (settlements, ends of hands) have none:
they follow again. Events that a supervisor's resolution caused have no command of their own: they are acts as they are,
facts that are put back where they stood.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.decisions.dispatch import play_on
from app.game.draft import Draft
from app.game.flow import advance
from app.game.rejections import Rejected
from app.game.remedies.shoes import stop_shoe
from app.game.rules.ruleset import Ruleset
from app.game.state import DEALER, Table
from app.game.voids import void_wagers, wagers_on

Act = Any  # a command, or an event that is a fact


def _fact(event: Any) -> Act:
    return event


def _ordered_shuffle(event: e.ShuffleFellDue) -> Act | None:
    """A shuffle that fell due by the cutting card falls due again by itself."""
    return None if event.reason in ("cut_card", "cut_card_first") else event


def _copied(command: type, *names: str) -> Callable[[Any], Act]:
    """The command of these fields of the event."""

    def act(event: Any) -> Act:
        return command(*[getattr(event, name) for name in names])

    return act


def _split_step(event: e.StepDone) -> Act:
    return c.DoStep(*event.step.split(":"))


def _brought(event: e.SetBrought) -> Act:
    return c.BringSet(event.set_id, event.colour, bool(event.replaces))


def _called(event: e.NoMoreBetsCalled) -> Act | None:
    return None if event.implied else c.CloseBets()


def _dealt(event: e.CardDealt) -> Act | None:
    """The card that lay ready was dealt by itself."""
    return None if event.kept else c.DrawCard(event.card)


def _dealt_down(event: e.CardDealtDown) -> Act:
    return c.DrawFaceDown(event.commitment, event.box == DEALER)


def _stood(event: e.HandCompleted) -> Act | None:
    return c.Stand(event.box) if event.why == "stand" else None


# Put back as they were: no command of ordinary play brings them about.
FACTS = (
    e.CardDiscarded, e.CardKept, e.FaceDownRemoved, e.SecondCardDeferred, e.HandDeferred, e.DealerDeferred,
    e.PlayerAbsent, e.ControlPassed, e.OffersReopened, e.ReaderSetAside, e.ShoeStopped, e.ShoeEndsAfterRound,
    e.SetTakenAway, e.MachineTakenAway, e.CardDamaged, e.WagersVoided,
)  # fmt: skip

_ACTS: dict[type, Callable[[Any], Act | None]] = {
    e.DealerChanged: _copied(c.ChangeDealer, "dealer", "licensed_through"),
    e.SetBrought: _brought,
    e.StepDone: _split_step,
    e.ShufflePartDone: _copied(c.DoStep, "part"),
    e.CardsShuffled: _copied(c.FinishShuffle),
    e.ExposureReported: _copied(c.ReportExposure),
    e.CutDeclined: _copied(c.DeclineCut, "box"),
    e.CardsCut: _copied(c.CutCards, "box", "cards"),
    e.RecutOrdered: _copied(c.OrderRecut),
    e.CutCardPlaced: _copied(c.PlaceCutCard, "cards"),
    e.ShoeRefilled: _copied(c.LoadShoe),
    e.CardBurnt: _copied(c.BurnCard, "commitment"),
    e.BurnDisclosed: _copied(c.DiscloseBurn, "opened"),
    e.ShuffleFellDue: _ordered_shuffle,
    e.FinalRoundsAnnounced: _copied(c.AnnounceFinalRounds),
    e.CutCardDrawn: _copied(c.DrawCutCard),
    e.WagerPlaced: _copied(c.PlaceWager, "box", "player", "kind", "cents", "seated", "noticed"),
    e.WagersWithdrawn: _copied(c.WithdrawWagers, "box", "player"),
    e.SqueezePermitted: _copied(c.PermitSqueeze, "box"),
    e.NoMoreBetsCalled: _called,
    e.CardDealt: _dealt,
    e.CardDealtDown: _dealt_down,
    e.HandTurnedUp: _copied(c.TurnUpBox, "box", "opened"),
    e.HoleTurnedUp: _copied(c.TurnUpHole, "opened"),
    e.HoleRead: _copied(c.ReadHole, "blackjack"),
    e.InsurancePlaced: _copied(c.Insure, "box", "player", "cents"),
    e.BoxSurrendered: _copied(c.Surrender, "box"),
    e.HitCalled: _copied(c.Hit, "box"),
    e.HandDoubled: _copied(c.Double, "box", "amounts"),
    e.HandSplit: _copied(c.Split, "box", "keeps"),
    e.HandCompleted: _stood,
    e.DoubleTakenBack: _copied(c.TakeBackDouble, "box", "player", "hand"),
    e.OffersClosed: _copied(c.Proceed),
    e.KeptTurnedUp: _copied(c.TurnUpKept, "opened"),
    e.CardAccepted: _copied(c.AcceptCard, "box"),
    e.CardRefused: _copied(c.RefuseCard, "box"),
    e.CardReplaced: _copied(c.ReplaceCard, "card"),
    **dict.fromkeys(FACTS, _fact),
}

# A card or decision closes the open offers by itself: the closing before one of these is not an act of its own.
_CLOSES_OFFERS = (
    e.CardDealt, e.CardDealtDown, e.HoleRead, e.HitCalled, e.HandDoubled, e.HandSplit, e.CardAccepted, e.CardRefused,
    e.BoxSurrendered,
)  # fmt: skip
BETTING = (c.PlaceWager, c.WithdrawWagers, c.PermitSqueeze, c.CloseBets)
TAPS = (
    c.Insure,
    c.Surrender,
    c.Hit,
    c.Double,
    c.Split,
    c.Stand,
    c.TakeBackDouble,
    c.Proceed,
    c.AcceptCard,
    c.RefuseCard,
)
UNDONE = (*TAPS, c.PlaceWager, c.WithdrawWagers, c.PermitSqueeze)


class Step(NamedTuple):
    """An act, and the place of its event in the record."""

    act: Act
    at: int


def steps_of(record: tuple[Any, ...]) -> list[Step]:
    """What was done, in order."""
    steps = []
    for at, event in enumerate(record):
        if isinstance(event, e.OffersClosed) and _closed_by(record[at + 1 : at + 2]):
            continue
        if isinstance(event, e.WagersVoided) and event.reason == "side_bet_without_main":
            continue  # it goes back by itself when betting closes
        act = _ACTS.get(type(event), _nothing)(event)
        if act is not None:
            steps.append(Step(act, at))
    return steps


def _nothing(event: Any) -> None:
    return None


def _closed_by(following: tuple[Any, ...]) -> bool:
    if not following:
        return False
    stood = isinstance(following[0], e.HandCompleted) and following[0].why == "stand"
    return stood or isinstance(following[0], _CLOSES_OFFERS)


def acts_of(record: tuple[Any, ...]) -> tuple[Act, ...]:
    """What was done in the round, without where it stands."""
    return tuple([step.act for step in steps_of(record)])


class Stopped(NamedTuple):
    """An act that cannot be done, counted from 1, and why."""

    step: int
    rejected: Rejected


def replay(opening: Table, rules: Ruleset, acts: Iterable[Act]) -> Draft | Stopped:
    """The round played again from its opening, or where that ends."""
    draft = Draft(opening._replace(opening=opening), rules)
    for step, act in enumerate(acts, 1):
        refused = do_act(draft, act)
        if refused is not None:
            return Stopped(step, refused)
    return draft


def do_act(draft: Draft, act: Act) -> Rejected | None:
    """One act; a card that nothing awaits is refused here, since nobody could say what becomes of it."""
    if isinstance(act, c.DiscardCard):
        act = e.CardDiscarded(act.card, draft.rules.clauses["remedies.reconstruct"])
    if type(act) not in _ACTS:
        refused = play_on(draft, act)
        held = draft.table.held
        if refused is None and held is not None:
            return draft.refuse(held.irregularity, f"Nothing awaits {held.card} here.")
        return refused
    return _put_back(draft, act)


def _put_back(draft: Draft, fact: Any) -> Rejected | None:
    if isinstance(fact, e.ShoeStopped):
        stop_shoe(draft, fact.refill, fact.dealt_before, fact.clause)
    elif isinstance(fact, e.WagersVoided):
        wagers = fact.wagers or wagers_on(draft.round, fact.hands)
        void_wagers(draft, fact.hands, wagers, fact.reason, fact.clause, fact.sides_clause)
    else:
        draft.emit(fact)
    advance(draft)
    return None


def cards_in(acts: Iterable[Act]) -> list[str]:
    """Every card that leaves the shoe in these acts, a face-down one by its commitment; sorted."""
    found = []
    for act in acts:
        if isinstance(act, c.DrawCard | c.DiscardCard | e.CardDiscarded):
            found.append(str(act.card))
        elif isinstance(act, c.DrawFaceDown | c.BurnCard):
            found.append(act.commitment)
        elif isinstance(act, e.CardKept):
            found.append(str(act.card or act.commitment))
    return sorted(found)
