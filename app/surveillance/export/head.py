"""The top of an exported script: the table's options and what was wagered."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.game import events as e
from app.game.commands import PlaceWager
from app.game.core.apply import apply
from app.game.core.records import replace
from app.game.core.state import MISSING, Place, TableConfig
from app.game.rules.ruleset import Ruleset
from app.surveillance.export.script_text import amount, quoted
from app.surveillance.recorded import Recorded

_PLAIN = (
    "decks", "boxes", "bettors_per_box", "boxes_per_player", "cut_cards",
)  # fmt: skip
_CENTS = ("minimum", "maximum", "player_maximum", "increment", "smallest_chip", "side_minimum", "side_maximum")
_TEXTS = ("hole_card", "mid_shoe", "shuffler")
_SWITCHES = ("full_table", "burn", "dealer_cuts", "reader_visible")
_LISTS = ("side_bets", "restricted")


def table_lines(config: TableConfig, labels: dict[str, str], rules: Ruleset) -> Iterator[str]:
    """The table with every option that is set. Who may sign alone is left out: in a script two always sign. Where a
    script that says nothing has a limit of a player's boxes, and the table had none, the limit is all of its boxes."""
    if config.boxes_per_player is None and rules.table.one_box_unless_permitted:
        config = replace(config, boxes_per_player=config.boxes)
    yield "[table]"
    for name in _PLAIN:
        yield from _set(name, getattr(config, name))
    for name in _CENTS:
        cents = getattr(config, f"{name}_cents")
        yield from _set(name, None if cents is None else amount(cents))
    for name in _TEXTS:
        yield f"{name} = {quoted(getattr(config, name))}"
    for name in _SWITCHES:
        yield f"{name} = {str(getattr(config, name)).lower()}"
    for name in _LISTS:
        yield f"{name} = [{', '.join([quoted(labels.get(each, each)) for each in getattr(config, name)])}]"
    if config.box_maximum_cents:
        raised = ", ".join([f"{box} = {amount(cents)}" for box, cents in config.box_maximum_cents])
        yield f"box_maximum = {{{raised}}}"


def _set(name: str, value: int | str | None) -> Iterator[str]:
    if value is not None:
        yield f"{name} = {value}"


class Lying(NamedTuple):
    """What lies on the layout where the play of a script begins, and the commands by which it came there."""

    places: tuple[Place, ...]
    asked: tuple[PlaceWager, ...]


def placed(recorded: Recorded) -> tuple[Place, ...]:
    """What lay on the layout when betting closed, whatever became of it."""
    events: list[Any] = []
    for event in recorded.events:
        events = list(event.events) if isinstance(event, e.RoundRewritten) else [*events, event]
    table = recorded.opening
    for event in events:
        if isinstance(event, e.WagerPlaced | e.WagerDisplaced | e.WagersWithdrawn):
            table = apply(table, event)
    return table.round.places if table.round is not None else ()


def wager_lines(lying: Lying, labels: dict[str, str]) -> Iterator[str]:
    """The wagers, listed nearest the dealer first."""
    with_main: set[int] = set()
    for place in lying.places:
        if not place.has_main and not place.sides:
            continue
        first = place.has_main and place.box not in with_main
        yield from ["", *_wager(lying, place, labels, first=first)]
        if place.has_main:
            with_main.add(place.box)


def _wager(lying: Lying, place: Place, labels: dict[str, str], *, first: bool) -> Iterator[str]:
    yield "[[wager]]"
    yield f"box = {place.box}"
    yield f"player = {quoted(labels[place.player])}"
    if place.seated != first:
        yield f"seated = {str(place.seated).lower()}"
    yield from _unlike_others(lying, place)
    if place.amount == MISSING:
        yield "missing = true"
    elif place.main_cents:
        yield f"main = {amount(place.main_cents)}"
    for name, cents in place.sides:
        yield f"{name} = {amount(cents)}"


def _unlike_others(lying: Lying, place: Place) -> Iterator[str]:
    """What nobody noticed, and that the first bettor did not want this one; an amount that came late has its line."""
    asked = list(lying.asked)
    if place.amount == MISSING:
        asked = [command for command in asked if command.missing or command.kind != "main"]
    last = {each.kind: each for each in asked if (each.box, each.player) == (place.box, place.player)}
    if not place.noticed or not all([each.noticed for each in last.values()]):
        yield "noticed = false"
    if not all([each.consent for each in last.values()]):
        yield "consent = false"
