"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.game.core.moment import Moment, always
from app.game.subjects.wagers import events as e


def late_wager_refused(event: e.LateWagerRefused, moment: Moment) -> Message:
    player, box, clause = event.player, event.box, event.clause
    if not event.cents:
        return message("errors.late_withdrawal", player=player, box=box, clause=clause)
    return message("errors.late_wager", player=player, cents=event.cents, kind=event.kind, box=box, clause=clause)


round_abandoned = always("table.round_abandoned")


def round_opened(event: e.RoundOpened, moment: Moment) -> Message:
    return message("wagers.round_opened", number=event.number, paper=if_any("wagers.on_paper", by=event.paper))


def wager_placed(event: e.WagerPlaced, moment: Moment) -> Message:
    seat = "seated" if event.seated else "behind"
    if event.missing:
        return message("wagers.placed_without_amount", player=event.player, seat=seat, box=event.box)
    key = "wagers.placed" if event.noticed else "wagers.placed_unnoticed"
    return message(key, player=event.player, seat=seat, cents=event.cents, kind=event.kind, box=event.box)


def wager_displaced(event: e.WagerDisplaced, moment: Moment) -> Message:
    player, by, clause = event.player, event.by, event.clause
    return message("wagers.displaced", player=player, box=event.box, cents=event.cents, by=by, clause=clause)


def wagers_withdrawn(event: e.WagersWithdrawn, moment: Moment) -> Message:
    return message("wagers.withdrawn", player=event.player, box=event.box)


def squeeze_permitted(event: e.SqueezePermitted, moment: Moment) -> Message:
    return message("wagers.squeeze_permitted", box=event.box)


def no_more_bets_called(event: e.NoMoreBetsCalled, moment: Moment) -> Message:
    return message("wagers.no_more_bets_implied" if event.implied else "wagers.no_more_bets")


def bets_closed(event: e.BetsClosed, moment: Moment) -> Message:
    who = tuple([message("wagers.decides", player=player, box=box) for box, player in event.controllers])
    mains = [message("wagers.main_plays", player=player, box=box, cents=cents) for box, player, cents in event.scaled]
    sides = [
        message("wagers.side_plays", player=player, kind=kind, box=box, cents=cents)
        for box, player, kind, cents in event.sides
    ]
    warned = tuple([message("wagers.warned", player=player) for player in event.warned])
    return message(
        "wagers.bets_closed", deciding=if_any("wagers.deciding", who=who), plays=(*mains, *sides), warned=warned
    )


def amount_entered(event: e.AmountEntered, moment: Moment) -> Message:
    return message(
        "wagers.amount_entered" if event.noticed else "wagers.amount_entered_unnoticed",
        player=event.player,
        box=event.box,
        cents=event.cents,
        plays=tuple(
            [message("wagers.wager_plays", player=player, cents=cents) for player, cents in _cut(event, moment)]
        ),
        warned=message("wagers.told", player=event.player) if event.warned else None,
    )


def _cut(event: e.AmountEntered, moment: Moment) -> list[tuple[str, int]]:
    """The wagers on the box of which this event makes another part play than was placed, or than had played."""
    round_ = moment.before.round
    places = [place for place in round_.places if place.box == event.box] if round_ is not None else []
    played = {place.player: place.effective_cents for place in places} | {event.player: event.cents}
    return [each for each in event.plays if each[1] != played[each[0]]]
