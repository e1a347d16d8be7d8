"""What a person reads for each code of the rules and of the procedures: the one place that has these words."""

from typing import Literal, NamedTuple

from app.game.awaiting import Choice
from app.game.commands import ShuffleReason
from app.game.rules.ruleset import AnyIrregularity, Irregularity, Resolution, VoidScope
from app.game.views.checklist import ShoeStep

IRREGULARITY: dict[AnyIrregularity, str] = {
    "face_up_card": "A card lies face up in the shoe",
    "foreign_card": "A card came that does not belong to the game",
    "impossible_card": "A card came more often than the shoe can hold it",
    "card_not_awaited": "A card was drawn that nothing asked for",
    "error_card": "The last card was drawn in error",
    "error_card_unseen": "A card was drawn in error, and nobody saw its face",
    "burnt_in_error": "The last card should have been burnt, or was burnt in error",
    "missed_card": "A box was passed over in the first deal",
    "missed_dealer_card": "The dealer passed himself over",
    "missed_hit": "A player asked for a card and got none",
    "misplaced_card": "The last card went to a wrong place",
    "card_to_empty_box": "The last card went to a box without a wager",
    "two_cards_at_once": "Two cards came out of the shoe at once",
    "damaged_card": "A card is damaged",
    "shoe_empty": "The shoe is empty in the middle of a round",
    "cards_missing": "Cards are missing from the shoe",
    "cards_in_excess": "There are too many cards in the shoe",
    "cut_card_missing": "The cutting card is not in the shoe",
    "cut_card_passed": "The cutting card came and was not noticed",
    "unshuffled_cards": "The cards were not shuffled as they should be",
    "absent_player": "A player has left and cannot decide",
    "missed_insurance_offer": "Insurance was not offered to a player",
    "missed_surrender_offer": "Surrender was not offered to a box",
    "side_bet_without_main": "A side wager has no main wager",
    "shuffler_fault": "The shuffling machine does not work",
    "reader_misused": "The card reader was used when it should not be",
    "reader_broken": "The card reader does not work",
    "reader_was_wrong": "The card reader gave a wrong answer",
    "interruption": "The round cannot go on: fire, power, disturbance",
    "late_error": "An error of an earlier round came to light",
    "early_dealer_card": "The dealer drew to the dealer's hand too early",
    "asked_players": "Each player says what becomes of the hand",
    "device_doubt": "A device cannot tell what happened",
    "keyed_differs": "The shoe told another card than was keyed",
}

CHOICE: dict[Choice | Resolution, str] = {
    "hit": "Card",
    "stand": "Stand",
    "double": "Double",
    "split": "Split",
    "surrender": "Surrender",
    "accept": "Take the card",
    "refuse": "Refuse the card",
    "discard": "The card goes to the discard rack",
    "use_as_next": "The card is the next one",
    "remove": "The card leaves the table",
    "reconstruct": "The round is rebuilt in its right order",
    "continue": "Play goes on as it lies",
    "void_hand": "The hand is void",
    "dead_hand": "The hand is dead: it gets no more cards",
    "void_round": "The round is void",
    "void_earlier": "The earlier round is void",
    "reconstruct_earlier": "The last round is rebuilt in its right order",
    "void_wager": "The wager is void",
    "late_card": "The card is dealt now, after the others",
    "deal_after_players": "The dealer takes the card after the players",
    "shuffle_discards": "The discards are shuffled, and the round goes on with them",
    "shuffle_after_round": "The cards are shuffled after this round",
    "replace_after_round": "The card is replaced after this round",
    "draw_to_twelve": "The hand is drawn to twelve, and stands",
    "other_decides": "Another bettor on the box decides",
    "offer_late": "The offer is made now",
    "manual_shoe": "The round is finished from a plain shoe",
    "hand_shuffle": "The cards are shuffled by hand",
    "no_reader": "The round goes on without the card reader",
    "replace_cards": "The cards are replaced",
    "return_wager": "The wager goes back",
    "choose": "The player chooses",
    "take_back": "The player takes the wager back",
    "enter_card": "A card lies on the table that the record does not have",
    "same_card": "It is the card that was keyed",
    "another_card": "It is a further card",
    "taken_back": "The last card is in the shoe again",
    "as_told": "The shoe is right",
}

SCOPE: dict[VoidScope, str] = {
    "round": "The round on the table",
    "hand": "A hand, or all hands of a box",
    "wager": "One wager",
    "earlier": "An earlier round",
}
# Reasons of the books that are no irregularities; "other" stands for whatever else is said.
REASON: dict[str, str] = {
    "disturbance": "The game is disturbed",
    "excess": "There are too many cards",
    "fraud": "Fraud",
    "insufficient": "There are not enough cards to finish the round",
    "no_main": "There is no main wager that it goes with",
    "shortage": "Cards are missing",
    "unshuffled": "The cards were not shuffled",
    "other": "Another reason, which is written down",
}
# Reasons that do not say what happened: whoever declares a void for one of them writes it down.
NEED_WORDS: frozenset[str] = frozenset({"fraud"})
SHUFFLE: dict[ShuffleReason, str] = {
    "vacant": "Nobody plays at the table",
    "suspicion": "Something is doubted about the cards or their shuffle",
    "idle": "The table was idle",
    "discretion": "The house wants it",
}
STEP: dict[ShoeStep, str] = {
    "set": "Bring a set of cards",
    "inspect": "Look at every card, front and back",
    "spread": "Spread the cards face up for the players",
    "turn_down": "Turn the cards face down",
    "turn": "Turn a part of the cards round",
    "wash": "Mix the cards on the table",
    "stack": "Stack the cards",
    "riffle": "Riffle",
    "strip": "Strip",
    "plug": "Plug the cards that were not dealt into the others",
    "shuffle": "Finish the shuffle",
    "cut": "Have the cards cut",
    "cut_card": "Put the cutting card in",
    "load": "Load the shoe",
    "burn": "Burn a card",
    "replace_card": "Replace the damaged card",
}

ReportBy = Literal[
    "Report", "FindFaceUp", "DrawTogether", "ReportDamage", "ReportShoeEmpty", "CountShoe",
]  # fmt: skip
Needed = Literal["box", "player", "felt", "card", "first", "second", "cards", "dealt_before", "lies", "paid"]


class Reporting(NamedTuple):
    """By which command something is reported, and what has to be said with it: its fields of these names; `lies`: where
    the card lies, as `box` (0: the dealer) and `hand`."""

    command: ReportBy
    needs: tuple[Needed, ...] = ()


_ALONE = Reporting("Report")
_OF_A_BOX = Reporting("Report", ("box",))
# What is not here comes to light by a card or a device, or follows by itself: nobody reports it.
REPORTING: dict[Irregularity, Reporting] = {
    "face_up_card": Reporting("FindFaceUp", ("card",)),
    "error_card": _ALONE,
    "burnt_in_error": _ALONE,
    "missed_card": Reporting("Report", ("box", "felt")),
    "missed_dealer_card": _ALONE,
    "missed_hit": _OF_A_BOX,
    "misplaced_card": Reporting("Report", ("lies",)),
    "card_to_empty_box": _ALONE,
    "two_cards_at_once": Reporting("DrawTogether", ("first", "second")),
    "damaged_card": Reporting("ReportDamage", ("card",)),
    "shoe_empty": Reporting("ReportShoeEmpty", ("dealt_before",)),
    "cards_missing": Reporting("CountShoe", ("cards",)),
    "cards_in_excess": Reporting("CountShoe", ("cards",)),
    "cut_card_missing": _ALONE,
    "cut_card_passed": _ALONE,
    "unshuffled_cards": _ALONE,
    "absent_player": _OF_A_BOX,
    "missed_insurance_offer": Reporting("Report", ("box", "player")),
    "missed_surrender_offer": _OF_A_BOX,
    "shuffler_fault": _ALONE,
    "reader_misused": _ALONE,
    "reader_broken": _ALONE,
    "reader_was_wrong": _ALONE,
    "interruption": _ALONE,
    "late_error": _ALONE,
    "early_dealer_card": _ALONE,
}
