"""The amount of a wager that lay there when betting closed, entered late: once, and before anything depends on it."""

from app.game.citations import of_amount
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected, rejected
from app.game.core.state import Box, Place, Table, others_on, place_of, the_box, void_place
from app.game.rules.ruleset import Ruleset
from app.game.subjects.wagers import commands as c
from app.game.subjects.wagers import events as e
from app.game.subjects.wagers.betting_end import scaled, under_and_told
from app.game.subjects.wagers.limits import UNSEATED_CONTROLLER, box_maximum
from app.game.subjects.wagers.missing_amounts import amounts_due, amounts_missing, to_be_signed
from app.game.subjects.wagers.placed_wagers import under_minimum
from app.game.subjects.wagers.placing import main_refused


def amount_refused(table: Table, rules: Ruleset) -> Rejected | None:
    """Whether an amount has to be entered before play goes on."""
    due = amounts_due(table, rules)
    if not due:
        return None
    return rejected(
        "amount_missing.before_play", {"player": due[0].player, "box": due[0].box}, of_amount(rules), due[0].box
    )


def is_missing(draft: Draft, command: c.PlaceWager) -> bool:
    """Whether the command brings an amount that is still to come."""
    missing = [(place.box, place.player) for place in amounts_missing(draft.table)]
    return command.kind == "main" and not command.missing and (command.box, command.player) in missing


def enter_amount(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Enter it. Nobody's wager gives way to it any more: over a limit, the book says what an unnoticed one does."""
    place = place_of(draft.round, command.box, command.player)
    assert place is not None
    command = replace(command, seated=False, noticed=command.noticed and place.noticed)
    refused = main_refused(draft, command) or _beyond_the_table(draft, command) or _signature_refused(draft, command)
    if refused is not None:
        return refused
    box = the_box(draft.round, command.box)
    places = [_with_amount(place, command) for place in draft.round.places if place.box == command.box]
    told = under_and_told(draft, [place for place in places if place.player == command.player])
    plays = _plays(draft, box, [place for place in places if place.main_cents])
    at = command.box, command.player, command.cents
    draft.emit(e.AmountEntered(*at, command.noticed, plays, _decides(draft, box, places), bool(told), command.by))
    return under_minimum(draft.table, draft.rules) if command.noticed else None


def _beyond_the_table(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """What is entered when cards have been dealt does not exceed the maximum, whether anybody noticed it or not."""
    maximum = box_maximum(draft.table.config, command.box)
    if maximum is None or command.cents <= maximum:
        return None
    return draft.refuse("above_maximum", {"box": command.box, "maximum": maximum})


def _signature_refused(draft: Draft, command: c.PlaceWager) -> Rejected | None:
    """Once the bettor has two cards somebody could enter what suits them: a supervisor signs who does not deal."""
    if not to_be_signed(draft.round, command.box):
        return None
    if not command.by.strip():
        return draft.refuse("amount_to_be_signed", {"player": command.player}, box=command.box)
    if command.by in draft.round.dealers:
        return draft.refuse("signed_by_dealer.dealt", {"by": command.by})
    return None


def _with_amount(place: Place, command: c.PlaceWager) -> Place:
    return replace(place, main_cents=command.cents) if place.player == command.player else place


def _plays(draft: Draft, box: Box, places: list[Place]) -> tuple[tuple[str, int], ...]:
    """What of each wager on the box plays now; what is void stays as it was."""
    controller = box.away[0] if box.away else box.controller
    part = {player: cents for _, player, cents in scaled(draft, box.number, controller, places)}
    playing = [place for place in places if not void_place(draft.round, place)]
    return tuple([(place.player, part.get(place.player, place.main_cents)) for place in playing])


def _decides(draft: Draft, box: Box, places: list[Place]) -> str:
    """Who decides for the box: where it passed from another, the amount may show that the book names somebody else."""
    if not box.away:
        return box.controller
    left = [place for place in places if place.player in {box.controller, *others_on(box)}]
    return UNSEATED_CONTROLLER[draft.rules.wagers.unseated_controller](left).player
