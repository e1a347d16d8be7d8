"""The table itself: set up, changed between rounds, closed."""

from typing import NamedTuple

from app.game import events as e
from app.game.core.draft import Draft
from app.game.core.message import Message, message
from app.game.core.records import replace
from app.game.core.rejections import Rejected, sentence_of
from app.game.core.state import TableConfig
from app.game.core.turn import deals_on
from app.game.rules.ruleset import Ruleset
from app.game.subjects.table import commands as c
from app.game.subjects.wagers.decide import leave_round, round_is_on


def open_table(draft: Draft, command: c.OpenTable) -> Rejected | None:
    """Set the table up under this book, or open it again."""
    if draft.table.ruleset_hash and not draft.table.closed:
        return draft.refuse("table_is_open")
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
        return draft.refuse("round_not_over.closing")
    if table.float.open:
        return draft.refuse("float_open.before_closing")
    if table.paper is not None:
        return draft.refuse("paper_on.before_closing")
    if table.laid_by or table.spooled:
        return draft.refuse("waiting_first")
    leave_round(draft)
    for kept in table.kept:
        draft.emit(e.KeptDiscarded(kept.card, kept.clause))
    draft.emit(e.TableClosed(command.reason, tuple([each.id for each in table.sets])))
    return None


def change_config(draft: Draft, command: c.ChangeConfig) -> Rejected | None:
    """Change limits and options between rounds, and what the shoe depends on between shoes."""
    if round_is_on(draft):
        return draft.refuse("round_not_over.options")
    if _cards_differ(draft.table.config, command.config) and (deals_on(draft.table) or draft.table.preparation):
        return draft.refuse("shoe_in_use")
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
    message: Message


def _checks(rules: Ruleset, config: TableConfig) -> list[Check]:
    return [*_equipment(rules, config), *_limits(config), *_powers(rules, config), *_choices(rules, config)]


def _equipment(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What stands on the table."""
    book = rules.table
    boxes = 1 <= config.boxes <= (book.boxes or MOST_BOXES)
    side_bets = sentence_of("bad_option.side_bets", {"side_bets": tuple(rules.side_bets)})
    return [
        _among("decks", config.decks, book.decks),
        Check("table.boxes", boxes, sentence_of("bad_option.boxes")),
        _among("hole_cards", config.hole_card, book.hole_cards),
        _among("shufflers", config.shuffler, book.shufflers),
        _among("cut_cards", config.cut_cards, book.cut_cards),
        Check("side_bets", set(config.side_bets) <= set(rules.side_bets), side_bets),
    ]


def _among(option: str, value: int | str, allowed: tuple[int, ...] | tuple[str, ...]) -> Check:
    """Whether the value is one of those that the book allows."""
    others = message("why_not.not_among", option=option, allowed=allowed, value=value)
    return Check(f"table.{option}", value in allowed, others)


def _limits(config: TableConfig) -> list[Check]:
    """Limits that contradict each other."""
    held = config.mid_shoe != "minimum" or config.minimum_cents is not None
    once = len(dict(config.box_maximum_cents)) == len(config.box_maximum_cents)
    raised = once and all([_raises(config, *each) for each in config.box_maximum_cents])
    return [
        Check("table.limits", _limits_make_sense(config), sentence_of("bad_option.limits")),
        Check("table.chips", _chips_make_sense(config), sentence_of("bad_option.chips", {"most": MOST_CHIPS})),
        Check("table.mid_shoe", held, sentence_of("bad_option.mid_shoe")),
        Check("table.may_raise_a_box_maximum", raised, sentence_of("bad_option.box_maximum")),
    ]


def _powers(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What the casino may order only where the book says so."""
    book = rules.table
    boxes = book.may_limit_boxes_per_player or config.boxes_per_player is None
    player = book.may_limit_a_player or config.player_maximum_cents is None
    raised = book.may_raise_a_box_maximum or not config.box_maximum_cents
    restricted = book.may_restrict_players or not config.restricted
    return [
        Check("table.may_limit_boxes_per_player", boxes, sentence_of("bad_option.boxes_per_player")),
        Check("table.may_limit_a_player", player, sentence_of("bad_option.player_maximum")),
        Check("table.may_raise_a_box_maximum", raised, sentence_of("bad_option.raised_maximum")),
        Check("table.may_restrict_players", restricted, sentence_of("bad_option.restricted")),
    ]


def _choices(rules: Ruleset, config: TableConfig) -> list[Check]:
    """What the book leaves to the casino, within bounds."""
    most, bettors = rules.table.bettors_per_box, config.bettors_per_box
    few = bettors is None or 1 <= bettors <= most
    limit = sentence_of("bad_option.bettors_per_box", {"most": most, "bettors": bettors})
    burn = rules.deal.burn == "optional" or not config.burn
    cut = rules.shoe.dealer_may_cut or not config.dealer_cuts
    return [
        Check("table.bettors_per_box", few, limit if most else sentence_of("bad_option.no_limit_of_bettors")),
        _among("mid_shoe", config.mid_shoe, rules.table.mid_shoe),
        Check("deal.burn", burn, sentence_of("bad_option.burn")),
        Check("shoe.dealer_may_cut", cut, sentence_of("bad_option.dealer_cuts")),
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


def _chips_make_sense(config: TableConfig) -> bool:
    chips, unit = config.chips_cents, max(config.smallest_chip_cents, 1)
    rising = all([less < more for less, more in zip((0, *chips), chips, strict=False)])
    return len(chips) <= MOST_CHIPS and rising and all([cents % unit == 0 for cents in chips])


def _raises(config: TableConfig, box: int, cents: int) -> bool:
    return 1 <= box <= config.boxes and cents > (config.maximum_cents or 0) and cents >= (config.minimum_cents or 0)
