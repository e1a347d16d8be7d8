"""A recorded round in a few lines: what a supervisor reads first when a round is recalled.

Number and state, the dealer, each hand with its wagers and what they brought, what went wrong. It fits into an
80-column terminal.
"""

from collections.abc import Iterator

from app.game import events as e
from app.game.core.results import net
from app.game.core.state import MISSING, Box, Hand, Incident, Line, Place, Round, Table
from app.game.core.turn import stage
from app.game.rules.ruleset import Ruleset
from app.game.subjects.settlement.sidebets import open_sides
from app.language.phrases import clause_in, dealer_in_words, gain, hand_in_words, listed, money, paragraph, spaced
from app.surveillance.recorded import Recorded, last_table

WIDTH = 80
LABEL_WIDTH = 10
WAGER_AT = 2 + LABEL_WIDTH + 2


def summary(recorded: Recorded, rules: Ruleset) -> Iterator[str]:
    """The round in lines of text."""
    table = last_table(recorded)
    assert table.round is not None
    yield from _wrapped(f"Round {recorded.number} ({rules.id}): {', '.join(_state(recorded, table))}", 0)
    yield from _labelled("Dealer", dealer_in_words(table.round))
    yield from _boxes(table.round)
    yield from _without_a_hand(table.round)
    yield from _labelled("Net", _net(table.round))
    for incident in table.irregularities:
        yield from _labelled("Error", _incident(incident))
    for amendment in recorded.amended:
        yield from _labelled("Later", _amendment(amendment))


def _wrapped(text: str, indent: int) -> list[str]:
    return paragraph(text, WIDTH, " " * indent, " " * (indent or 2))


def _labelled(label: str, text: str) -> Iterator[str]:
    """A line with its label at the left; what does not fit goes below."""
    head = f"  {label:<{LABEL_WIDTH}}  "
    yield from paragraph(text, WIDTH, head, " " * len(head))


def _state(recorded: Recorded, table: Table) -> Iterator[str]:
    """How far the round is, and what was done to its record."""
    assert table.round is not None
    reasons = [spaced(event.reason) for event in recorded.events if isinstance(event, e.RoundVoided)]
    if table.round.void:
        yield f"void for {reasons[-1]}{clause_in(table.round.void)}"
    else:
        yield spaced(stage(table))
    if table.round.paper:
        yield "dealt on paper"
    rewritten = [event.cause for event in recorded.events if isinstance(event, e.RoundRewritten)]
    words = {"correction": "corrected", "undo": "a tap undone", "irregularity": "", "reconstruction": "reconstructed"}
    for cause, said in words.items():
        if said and cause in rewritten:
            yield said if rewritten.count(cause) == 1 else f"{said} {rewritten.count(cause)} times"
    for what in dict.fromkeys([each.what for each in recorded.amended]):
        yield "void since" if what == "void" else "reconstructed since"


def _boxes(round_: Round) -> Iterator[str]:
    for box in round_.boxes:
        for number, hand in enumerate(box.hands, 1):
            yield from _labelled(f"Box {box.number}.{number}", _hand(box, hand))
            lines = [line for line in round_.lines if (line.box, line.hand) == (box.number, number)]
            for line in lines:
                yield from _wrapped(_line(line), WAGER_AT)
            for stake in hand.live:
                yield from _wrapped(f"{stake.player}: main {money(stake.at_risk_cents)} is open", WAGER_AT)
        for text in _open_beside(round_, box):
            yield from _wrapped(f"{text} is open", WAGER_AT)


def _open_beside(round_: Round, box: Box) -> Iterator[str]:
    """Side wagers and insurance on the box that have no result yet."""
    for place in [place for place in round_.places if place.box == box.number and not round_.complete]:
        for kind, cents in open_sides(round_, place):
            yield f"{place.player}: {spaced(kind)} {money(cents)}"
        if place.insurance_cents and not place.insurance_settled:
            yield f"{place.player}: insurance {money(place.insurance_cents)}"


_DONE = {"pontoon": "pontoon", "bust": "bust", "surrender": "surrendered", "absent": "nobody to decide", "void": "void"}


def _hand(box: Box, hand: Hand) -> str:
    """The cards, the total, and what there is to say of the hand."""
    said = ["doubled"] if hand.doubled else []
    said += ["surrendered"] if box.surrendered and hand.done != "surrender" else []
    said += [_DONE[hand.done]] if hand.done in _DONE else []
    said += ["no more cards"] if hand.done == "refused" else []
    return ", ".join([hand_in_words(hand), *said])


def _line(line: Line) -> str:
    odds = f" {line.odds}" if line.odds is not None else ""
    amount = gain(line.pays_cents - line.takes_cents)
    wager = f"{spaced(line.wager)} {money(line.stake_cents)} {spaced(line.outcome)}{odds}"
    return f"{line.player}: {wager} {amount}{clause_in(line.clause)}"


def _without_a_hand(round_: Round) -> Iterator[str]:
    """Wagers that lie on no hand: those of a round with no card yet, and lines about hands that are not there."""
    dealt = {box.number for box in round_.boxes}
    for place in round_.places:
        if place.box not in dealt and not round_.complete:
            yield from _labelled(f"Box {place.box}", _wagered(place))
    hands = {(box.number, number) for box in round_.boxes for number in range(1, len(box.hands) + 1)}
    for line in round_.lines:
        if (line.box, line.hand) not in hands:
            yield from _labelled(f"Box {line.box}", _line(line))


def _wagered(place: Place) -> str:
    main = [f"main {money(place.main_cents)}"] if place.main_cents else []
    main = ["main, its amount not entered yet"] if place.amount == MISSING else main
    return f"{place.player}: {listed([*main, *[f'{spaced(kind)} {money(cents)}' for kind, cents in place.sides]])}"


def _net(round_: Round) -> str:
    """What the round brought each player."""
    return ", ".join([f"{player} {gain(cents)}" for player, cents in net(round_).items()]) or "nobody had a wager"


def _incident(incident: Incident) -> str:
    card = f" ({incident.card})" if incident.card else ""
    choice = f": {spaced(incident.choice)}{clause_in(incident.clause)}" if incident.choice else ": not resolved"
    return f"{spaced(incident.code)}{card}{choice}"


def _amendment(amendment: e.EarlierRoundAmended) -> str:
    what = "declared void" if amendment.what == "void" else "reconstructed"
    return f"{what} for {spaced(amendment.reason)}{clause_in(amendment.clause)}: {_moved(amendment)}"


def _moved(amendment: e.EarlierRoundAmended) -> str:
    """What each player gained or gave back."""
    cents: dict[str, int] = {}
    for kind, _, player, amount in amendment.moves:
        if kind != "float":
            cents[player] = cents.get(player, 0) + amount
    return ", ".join([f"{player} {gain(amount)}" for player, amount in cents.items() if amount]) or "no money moved"
