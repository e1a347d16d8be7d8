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
    parts += [f"{player} bet under the minimum and is told so" for player in event.warned]
    return "; ".join(parts)


WORDS: dict[type, Words] = {
    e.RoundOpened: _round_opened,
    e.WagerPlaced: _wager_placed,
    e.WagerDisplaced: _displaced,
    e.WagersWithdrawn: _withdrawn,
    e.SqueezePermitted: _squeeze,
    e.NoMoreBetsCalled: _called,
    e.BetsClosed: _bets_closed,
}
