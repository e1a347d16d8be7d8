"""How each irregularity is reported that people report: by which command, and what has to be said with it."""

from typing import Literal, NamedTuple

from app.game.rules.ruleset import Irregularity

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
