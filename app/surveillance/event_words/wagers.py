"""Wagers, in words."""

from app.game import events as e
from app.surveillance.event_words.moment import Moment, Words
from app.surveillance.plain import (
    clause_in,
    listed,
    money,
    spaced,
)


def _round_opened(event: e.RoundOpened, moment: Moment) -> str:
    paper = f", entered from paper by {listed(list(event.paper))}" if event.paper else ""
    return f"betting is open for round {event.number}{paper}"


def _wager_placed(event: e.WagerPlaced, moment: Moment) -> str:
    seat = "seated" if event.seated else "behind"
    if event.missing:
        return f"{event.player} ({seat}) has a main wager on box {event.box}, its amount not entered yet"
    unseen = "; nobody noticed that it is outside the limits" if not event.noticed else ""
    return f"{event.player} ({seat}) has {money(event.cents)} {spaced(event.kind)} on box {event.box}{unseen}"


def _displaced(event: e.WagerDisplaced, moment: Moment) -> str:
    return (
        f"{event.player}'s main wager on box {event.box} was cut back to {money(event.cents)} "
        f"to make room for {event.by}{clause_in(event.clause)}"
    )


def _withdrawn(event: e.WagersWithdrawn, moment: Moment) -> str:
    return f"{event.player} took all wagers off box {event.box}"


def _squeeze(event: e.SqueezePermitted, moment: Moment) -> str:
    return f"the cards of box {event.box} are dealt face down"


def _called(event: e.NoMoreBetsCalled, moment: Moment) -> str:
    return "no more bets: the first card said it" if event.implied else "the dealer called no more bets"


def _bets_closed(event: e.BetsClosed, moment: Moment) -> str:
    who = [f"{player} for box {box}" for box, player in event.controllers]
    parts = ["no wager changes any more", *([f"deciding: {listed(who)}"] if who else [])]
    parts += [f"of {player}'s wager on box {box} {money(cents)} plays" for box, player, cents in event.scaled]
    parts += [
        f"of {player}'s {spaced(kind)} on box {box} {money(cents)} plays" for box, player, kind, cents in event.sides
    ]
    parts += [f"{player} bet under the minimum and is told so" for player in event.warned]
    return "; ".join(parts)


def _amount_entered(event: e.AmountEntered, moment: Moment) -> str:
    unseen = "; nobody had noticed that it is outside the limits" if not event.noticed else ""
    parts = [f"the amount of {event.player}'s main wager on box {event.box} came late: {money(event.cents)}{unseen}"]
    plays = [f"of {player}'s wager {money(cents)} plays" for player, cents in _cut(event, moment)]
    return "; ".join([*parts, *plays, *([f"{event.player} is told that it is under the minimum"] * event.warned)])


def _cut(event: e.AmountEntered, moment: Moment) -> list[tuple[str, int]]:
    """The wagers on the box of which this event makes another part play than was placed, or than had played."""
    round_ = moment.before.round
    places = [place for place in round_.places if place.box == event.box] if round_ is not None else []
    played = {place.player: place.effective_cents for place in places} | {event.player: event.cents}
    return [each for each in event.plays if each[1] != played[each[0]]]


WORDS: dict[type, Words] = {
    e.RoundOpened: _round_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerDisplaced: _displaced,
    e.WagersWithdrawn: _withdrawn,
    e.SqueezePermitted: _squeeze,
    e.NoMoreBetsCalled: _called,
    e.BetsClosed: _bets_closed,
    e.AmountEntered: _amount_entered,
}
