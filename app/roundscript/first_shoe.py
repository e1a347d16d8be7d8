"""The lawful way to a first shoe under any book: what a script without a `shoe` starts from."""

from app.game import commands as c
from app.game.core.cards import DECK_SIZE
from app.game.core.state import TableConfig
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.preparation_steps import cut_allowed, new_set_steps

UNKNOWN_CARD = "0" * 64
FIRST_SET = c.BringSet("A", "red")


def standard_opening(rules: Ruleset, config: TableConfig) -> tuple[c.Command, ...]:
    """One set of cards brought, inspected, shuffled, cut by an employee and loaded."""
    steps = [c.DoStep(*step.split(":")) for step, _ in new_set_steps(rules, config, replaced=False)]
    parts = [c.DoStep(part) for part in rules.shoe.hand_shuffle] if config.shuffler == "none" else []
    return (
        FIRST_SET,
        *steps,
        *parts,
        c.FinishShuffle(),
        *_cut(rules, config),
        c.LoadShoe(),
        *_burn(rules, config),
    )


def _cut(rules: Ruleset, config: TableConfig) -> tuple[c.Command, ...]:
    if not cut_allowed(rules, config):
        return ()
    depth = rules.shoe.cut_card_most_per_deck * config.decks
    return c.CutCards(None, config.decks * DECK_SIZE // 2), c.PlaceCutCard(depth)


def _burn(rules: Ruleset, config: TableConfig) -> tuple[c.Command, ...]:
    burns = rules.deal.burn == "shoe_and_dealer" or (rules.deal.burn == "optional" and config.burn)
    return (c.BurnCard(UNKNOWN_CARD),) if burns else ()
