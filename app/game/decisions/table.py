"""The table itself: set up, and changed between rounds."""

from app.game import commands as c
from app.game import events as e
from app.game.draft import Draft
from app.game.rejections import Rejected
from app.game.rules.ruleset import Ruleset
from app.game.state import TableConfig


def open_table(draft: Draft, command: c.OpenTable) -> Rejected | None:
    """Set the table up under this book."""
    if draft.table.ruleset_hash:
        return draft.refuse("table_is_open", "The table is set up already.")
    refused = config_refused(draft, command.config)
    if refused is None:
        draft.emit(e.TableOpened(command.config, draft.rules.hash))
    return refused


def change_config(draft: Draft, command: c.ChangeConfig) -> Rejected | None:
    """Change limits and options between rounds; the number of decks only while no shoe is in use."""
    round_ = draft.table.round
    if round_ is not None and not round_.complete:
        return draft.refuse("round_not_over", "Limits and options change between rounds.")
    if draft.table.shoe.decks and command.config.decks != draft.table.shoe.decks:
        return draft.refuse("bad_decks", "The number of decks changes with the next shoe only.")
    refused = config_refused(draft, command.config)
    if refused is None:
        draft.emit(e.ConfigChanged(command.config))
    return refused


def config_refused(draft: Draft, config: TableConfig) -> Rejected | None:
    """The first thing that the book does not allow of this table."""
    for option, allowed, message in _checks(draft.rules, config):
        if not allowed:
            code = "bad_decks" if option == "table.decks" else "bad_option"
            return Rejected(code, message, draft.rules.clauses.get(option))
    return None


def _checks(rules: Ruleset, config: TableConfig) -> list[tuple[str, bool, str]]:
    """Each check: the option that decides it, whether it is passed, and what to say if not."""
    book = rules.table
    bettors = config.bettors_per_box
    return [
        ("table.decks", config.decks in book.decks, f"The book allows {_list(book.decks)} decks."),
        (
            "table.boxes",
            1 <= config.boxes <= (book.boxes or config.boxes),
            "A table has one box or more, and no more than its layout.",
        ),
        (
            "table.bettors_per_box",
            bettors is None or 1 <= bettors <= book.bettors_per_box,
            f"The book allows {book.bettors_per_box or 'any number of'} bettors on a box.",
        ),
        ("table.hole_cards", config.hole_card in book.hole_cards, f"Hole card: {_list(book.hole_cards)}."),
        ("table.shufflers", config.shuffler in book.shufflers, f"Shuffler: {_list(book.shufflers)}."),
        ("table.cut_cards", config.cut_cards in book.cut_cards, f"Cutting cards: {_list(book.cut_cards)}."),
        (
            "table.mid_shoe",
            config.mid_shoe != "minimum" or config.minimum_cents is not None,
            "Late entrants can be held to the minimum only at a table that has one.",
        ),
        ("table.mid_shoe", config.mid_shoe in book.mid_shoe, f"Mid-shoe entry: {_list(book.mid_shoe)}."),
        (
            "table.may_limit_boxes_per_player",
            book.may_limit_boxes_per_player or config.boxes_per_player is None,
            "The book does not limit the boxes of a player.",
        ),
        (
            "table.may_limit_a_player",
            book.may_limit_a_player or config.player_maximum_cents is None,
            "The book knows no maximum for one player.",
        ),
        (
            "table.may_restrict_players",
            book.may_restrict_players or not config.restricted,
            "The book does not let players be restricted.",
        ),
        (
            "table.may_raise_a_box_maximum",
            book.may_raise_a_box_maximum or not config.box_maximum_cents,
            "The book does not let one box's maximum be raised.",
        ),
        (
            "table.may_raise_a_box_maximum",
            all([_raises(config, *raised) for raised in config.box_maximum_cents]),
            "A box's own maximum is for a box of this table, and above the table's.",
        ),
        ("deal.burn", rules.deal.burn == "optional" or not config.burn, "Burning is not the table's choice here."),
        ("shoe.dealer_may_cut", rules.shoe.dealer_may_cut or not config.dealer_cuts, "The players cut here."),
        ("side_bets", set(config.side_bets) <= set(rules.side_bets), f"Side bets: {_list(tuple(rules.side_bets))}."),
        ("table.limits", _limits_make_sense(config), "Limits are positive, and the minimum is not above the maximum."),
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


def _raises(config: TableConfig, box: int, cents: int) -> bool:
    return 1 <= box <= config.boxes and cents > (config.maximum_cents or 0) and cents >= (config.minimum_cents or 0)


def _list(values: tuple[object, ...]) -> str:
    return ", ".join(map(str, values)) or "none"
