"""The table itself: set up, changed between rounds, closed."""

from typing import NamedTuple

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.records import replace
from app.game.core.rejections import Rejected
from app.game.core.state import TableConfig
from app.game.core.turn import deals_on
from app.game.rules.ruleset import Ruleset
from app.game.subjects.table import commands as c
from app.game.subjects.wagers.decide import leave_round, round_is_on


def open_table(draft: Draft, command: c.OpenTable) -> Rejected | None:
    """Set the table up under this book, or open it again."""
    if draft.table.ruleset_hash and not draft.table.closed:
        return draft.refuse("table_is_open", "The table is set up already.")
    refused = config_refused(draft, command.config)
    if refused is None:
        draft.emit(e.TableOpened(_permitted(draft.rules, command.config), draft.rules.hash))
    return refused


def _permitted(rules: Ruleset, config: TableConfig) -> TableConfig:
    """Where a player bets on one box unless the house permits more, a table that says nothing permits one. A table that
    was set up before this was the rule keeps having no limit until it is changed."""
    if config.boxes_per_player is None and rules.table.one_box_unless_permitted:
        return replace(config, boxes_per_player=1)
    return config


def close_table(draft: Draft, command: c.CloseTable) -> Rejected | None:
    """The shoe is emptied, and every set of cards leaves the table."""
    table = draft.table
    if round_is_on(draft):
        return draft.refuse("round_not_over", "A table closes between rounds.")
    if table.float.open:
        return draft.refuse("float_open", "The float is open: count it out first.")
    if table.paper is not None:
        return draft.refuse("paper_on", "Rounds are entered from paper: end that first.")
    if table.laid_by or table.spooled:
        return draft.refuse("waiting_first", "What the shoe told still waits for its turn: that comes first.")
    leave_round(draft)
    for kept in table.kept:
        draft.emit(e.KeptDiscarded(kept.card, kept.clause))
    draft.emit(e.TableClosed(command.reason, tuple([each.id for each in table.sets])))
    return None


def change_config(draft: Draft, command: c.ChangeConfig) -> Rejected | None:
    """Change limits and options between rounds, and what the shoe depends on between shoes."""
    if round_is_on(draft):
        return draft.refuse("round_not_over", "Limits and options change between rounds.")
    if _cards_differ(draft.table.config, command.config) and (deals_on(draft.table) or draft.table.preparation):
        return draft.refuse("shoe_in_use", "Decks, shuffler and cutting cards change when a shoe has ended.")
    refused = config_refused(draft, command.config)
    if refused is None:
        leave_round(draft)
        draft.emit(e.ConfigChanged(_permitted(draft.rules, command.config)))
    return refused


def _cards_differ(before: TableConfig, after: TableConfig) -> bool:
    return (before.decks, before.shuffler, before.cut_cards) != (after.decks, after.shuffler, after.cut_cards)


def config_refused(draft: Draft, config: TableConfig) -> Rejected | None:
    """The first thing that the book does not allow of this table."""
    failed = next((check for check in _checks(draft.rules, config) if not check.passed), None)
    if failed is None:
        return None
    code = "bad_decks" if failed.option == "table.decks" else "bad_option"
    return Rejected(code, failed.message, draft.rules.clauses.get(failed.option))


# No layout of these games has more; the books that leave the number to the layout get this bound.
MOST_BOXES = 12


class Check(NamedTuple):
    """One thing that a table has to pass: the option that decides it, whether it does, and what to say if not."""

    option: str
    passed: bool
    message: str


def _checks(rules: Ruleset, config: TableConfig) -> list[Check]:
    return [*_equipment(rules, config), *_limits(config), *_powers(rules, config), *_choices(rules, config)]


def _equipment(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What stands on the table."""
    book = rules.table
    boxes = 1 <= config.boxes <= (book.boxes or MOST_BOXES)
    side_bets = f"The side bets of this book: {_list(tuple(rules.side_bets))}."
    return [
        _among("decks", config.decks, book.decks),
        Check("table.boxes", boxes, "A table has one box or more, and no more than its layout."),
        _among("hole_cards", config.hole_card, book.hole_cards),
        _among("shufflers", config.shuffler, book.shufflers),
        _among("cut_cards", config.cut_cards, book.cut_cards),
        Check("side_bets", set(config.side_bets) <= set(rules.side_bets), side_bets),
    ]


def _among(option: str, value: object, allowed: tuple[object, ...]) -> Check:
    """Whether the value is one of those that the book allows."""
    message = f"For {option.replace('_', ' ')} the book allows {_list(allowed)}, not {value}."
    return Check(f"table.{option}", value in allowed, message)


def _limits(config: TableConfig) -> list[Check]:
    """Limits that contradict each other."""
    message = "Limits are positive, and the minimum is not above the maximum."
    held = config.mid_shoe != "minimum" or config.minimum_cents is not None
    once = len(dict(config.box_maximum_cents)) == len(config.box_maximum_cents)
    raised = once and all([_raises(config, *each) for each in config.box_maximum_cents])
    return [
        Check("table.limits", _limits_make_sense(config), message),
        Check("table.chips", _chips_make_sense(config), CHIPS),
        Check("table.mid_shoe", held, "Late entrants can be held to the minimum only at a table that has one."),
        Check(
            "table.may_raise_a_box_maximum", raised, "A raised maximum is for a box of this table, above the table's."
        ),
    ]


def _powers(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What the casino may order only where the book says so."""
    book = rules.table
    boxes = book.may_limit_boxes_per_player or config.boxes_per_player is None
    player = book.may_limit_a_player or config.player_maximum_cents is None
    raised = book.may_raise_a_box_maximum or not config.box_maximum_cents
    restricted = book.may_restrict_players or not config.restricted
    return [
        Check("table.may_limit_boxes_per_player", boxes, "The book does not limit the boxes of a player."),
        Check("table.may_limit_a_player", player, "The book knows no maximum for one player."),
        Check("table.may_raise_a_box_maximum", raised, "The book does not let one box's maximum be raised."),
        Check("table.may_restrict_players", restricted, "The book does not let players be restricted."),
    ]


def _choices(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What the book leaves to the casino, within bounds."""
    most, bettors = rules.table.bettors_per_box, config.bettors_per_box
    few = bettors is None or 1 <= bettors <= most
    limit = f"up to {most} bettors on a box, not {bettors}" if most else "no limit of the bettors on a box by the house"
    burn = rules.deal.burn == "optional" or not config.burn
    cut = rules.shoe.dealer_may_cut or not config.dealer_cuts
    return [
        Check("table.bettors_per_box", few, f"The book allows {limit}."),
        _among("mid_shoe", config.mid_shoe, rules.table.mid_shoe),
        Check("deal.burn", burn, "The book does not leave burning to the table."),
        Check("shoe.dealer_may_cut", cut, "The book has the players cut, not the dealer."),
    ]


def _limits_make_sense(config: TableConfig) -> bool:
    limits = (
        config.minimum_cents, config.maximum_cents, config.player_maximum_cents, config.increment_cents,
        config.smallest_chip_cents, config.side_minimum_cents, config.side_maximum_cents, config.boxes_per_player,
        *[cents for _, cents in config.box_maximum_cents],
    )  # fmt: skip
    if any([limit is not None and limit <= 0 for limit in limits]):
        return False
    pairs = (
        (config.minimum_cents, config.maximum_cents),
        (config.minimum_cents, config.player_maximum_cents),
        (config.side_minimum_cents, config.side_maximum_cents),
    )
    return all([least is None or most is None or least <= most for least, most in pairs])


MOST_CHIPS = 12
CHIPS = f"Chips are up to {MOST_CHIPS} amounts, each more than the one before and a multiple of the smallest chip."


def _chips_make_sense(config: TableConfig) -> bool:
    chips, unit = config.chips_cents, max(config.smallest_chip_cents, 1)
    rising = all([less < more for less, more in zip((0, *chips), chips, strict=False)])
    return len(chips) <= MOST_CHIPS and rising and all([cents % unit == 0 for cents in chips])


def _raises(config: TableConfig, box: int, cents: int) -> bool:
    return 1 <= box <= config.boxes and cents > (config.maximum_cents or 0) and cents >= (config.minimum_cents or 0)


def _list(values: tuple[object, ...]) -> str:
    return ", ".join(map(str, values)) or "none"
