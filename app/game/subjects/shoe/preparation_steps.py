"""What is still to be done to the cards before they may go into the shoe."""

from app.game.core.cards import DECK_SIZE
from app.game.core.records import replace
from app.game.core.state import Preparation, Table, TableConfig
from app.game.core.turn import cards_out, deals_on
from app.game.rules.ruleset import Ruleset, Steps

# So often may one part of a hand shuffle be recorded; no shuffle has as many.
MOST_OF_A_PART = 20


def new_set_steps(rules: Ruleset, config: TableConfig, replaced: bool) -> Steps:
    """The checklist for a set that comes to the table."""
    if config.shuffler != "none":
        return rules.shoe.replaced_cards_by_machine if replaced else rules.shoe.new_cards_by_machine
    return rules.shoe.replaced_cards if replaced else rules.shoe.new_cards


def steps_due(preparation: Preparation) -> Steps:
    """The next step; where one step is done by several people, whoever of them has not yet."""
    left = [step for step in preparation.steps if step[0] not in preparation.done]
    return tuple([step for step in left if step[0].split(":")[0] == left[0][0].split(":")[0]])


def riffles_before_strip(rules: Ruleset) -> int:
    """How many riffles stand before the strip in the book's hand shuffle: so many come first."""
    parts = rules.shoe.hand_shuffle
    return parts[: parts.index("strip")].count("riffle") if "strip" in parts else 0


def parts_of_shuffle(rules: Ruleset, config: TableConfig, fresh: bool) -> tuple[str, ...]:
    """The parts of a hand shuffle: of new cards, or of cards that have been played with."""
    if config.shuffler != "none":
        return ()
    return rules.shoe.hand_shuffle if fresh else rules.shoe.hand_reshuffle


def due_preparation(rules: Ruleset, table: Table) -> Preparation | None:
    """The reshuffle that is due, as it begins; None when the set for it is not at the table."""
    set_id = set_to_prepare(table)
    if set_id is None:
        return None
    inspected = any([each.inspected for each in table.sets if each.id == set_id])
    steps = table.shoe.shuffle_steps if inspected else new_set_steps(rules, table.config, replaced=False)
    parts = parts_of_shuffle(rules, table.config, fresh=bool(steps))
    return Preparation(set_id, steps, parts_due=parts, anybody_cuts=table.shoe.anybody_cuts)


def parts_open(rules: Ruleset, preparation: Preparation) -> tuple[str, ...]:
    """The parts of a hand shuffle that may be done now: any, but the strip only after its riffles."""
    early = preparation.parts.count("riffle") < riffles_before_strip(rules)
    few = [part for part in dict.fromkeys(preparation.parts_due) if preparation.parts.count(part) < MOST_OF_A_PART]
    return tuple([part for part in few if not (early and part == "strip")])


def parts_missing(preparation: Preparation) -> tuple[str, ...]:
    """The parts without which the hand shuffle is not finished."""
    return tuple([part for part in dict.fromkeys(preparation.parts_due) if part not in preparation.parts])


def cut_due(rules: Ruleset, config: TableConfig) -> bool:
    """Whether the cards have to be cut."""
    return rules.shoe.cut == "always" or (rules.shoe.cut == "hand_shuffled" and config.shuffler == "none")


def change_of_shoe(table: Table) -> bool:
    """Whether the shoe in use has ended or waits to be refilled, so that cards made ready may be cut and loaded."""
    return bool(table.shoe.refill) or (not cards_out(table) and not deals_on(table))


def config_now(table: Table) -> TableConfig:
    """How the cards are prepared now: by hand when a machine has failed in the middle of a round."""
    if table.shoe.refill == "remaining":
        return replace(table.config, shuffler="none")
    return table.config


def cards_to_cut(table: Table) -> int:
    """How many cards are made ready."""
    refill = {"discards": table.shoe.discarded, "remaining": table.shoe.left}
    return refill.get(table.shoe.refill, table.config.decks * DECK_SIZE)


def cut_depths(table: Table, rules: Ruleset) -> tuple[int, int]:
    """How many cards from the front the cut may be."""
    size = cards_to_cut(table)
    least = min(rules.shoe.cut_least, size // 2)
    return least, size - least


def cut_card_depths(table: Table, rules: Ruleset) -> tuple[int, int]:
    """How far from the back the cutting card goes in; into cards that are too few for that, anywhere."""
    shoe, decks = rules.shoe, table.config.decks
    if table.shoe.refill:
        return 0, cards_to_cut(table)
    return max(shoe.cut_card_least, shoe.cut_card_least_per_deck * decks), shoe.cut_card_most_per_deck * decks


def cut_allowed(rules: Ruleset, config: TableConfig) -> bool:
    """Whether the cards may be cut and a cutting card may go in."""
    if config.shuffler == "continuous":
        return False
    return rules.shoe.cut == "optional" or cut_due(rules, config)


def set_to_prepare(table: Table) -> str | None:
    """The set to shuffle now: the one in use, if it is there, or with two sets and a machine the other one."""
    if not two_sets(table.config):
        return next((each.id for each in table.sets if each.id == table.set_in_use), None)
    return next((each.id for each in table.sets if each.id != table.set_in_use), None)


def two_sets(config: TableConfig) -> bool:
    """Whether two sets of cards take turns, one in the machine while the other is dealt."""
    return config.shuffler == "alternating"
