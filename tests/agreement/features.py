"""What a round had in it, so that a run can say how often each clause was put to the test."""

from collections.abc import Callable

from app.game.core.hands import is_pontoon, total
from app.game.core.state import LATE, Hand, Place, Round, Stake, Table
from tests.agreement.errors import TroubledRound


def _hands(round_: Round) -> list[Hand]:
    return [hand for box in round_.boxes for hand in box.hands]


def _stakes(round_: Round) -> list[tuple[Hand, Stake]]:
    return [(hand, stake) for hand in _hands(round_) for stake in hand.stakes]


def _dealer_pontoon(round_: Round) -> bool:
    return is_pontoon(round_.dealer)


def _played(table: Table) -> bool:
    """Whether anything beyond the first cards was decided."""
    return any(hand.doubled or hand.split for hand in _hands(_round(table)))


def _round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def _line(table: Table, **wanted: str) -> bool:
    return any(all(getattr(line, key) == value for key, value in wanted.items()) for line in _round(table).lines)


def _scaled(place: Place) -> bool:
    return place.effective_cents != place.main_cents


def _behind(table: Table) -> list[tuple[Hand, Stake]]:
    controllers = {box.controller for box in _round(table).boxes}
    return [(hand, stake) for hand, stake in _stakes(_round(table)) if stake.player not in controllers]


def _declined_split(table: Table) -> bool:
    """A bettor with a wager on one hand only of a split box."""
    return any(
        sum(stake.player == player for hand in box.hands for stake in hand.stakes) < len(box.hands)
        for box in _round(table).boxes
        if len(box.hands) > 1
        for player in {stake.player for hand in box.hands for stake in hand.stakes}
    )


def _odds(table: Table, odds: str) -> bool:
    return any(str(line.odds) == odds and line.wager == "main" for line in _round(table).lines)


FEATURES: dict[str, Callable[[Table], bool]] = {
    "amount came late": lambda t: any(place.amount == LATE for place in _round(t).places),
    "late amount of which a part plays": lambda t: any(p.amount == LATE and _scaled(p) for p in _round(t).places),
    "two hands": lambda t: any(len(box.hands) == 2 for box in _round(t).boxes),
    "three hands": lambda t: any(len(box.hands) == 3 for box in _round(t).boxes),
    "four hands": lambda t: any(len(box.hands) == 4 for box in _round(t).boxes),
    "aces split": lambda t: any(hand.split_aces for hand in _hands(_round(t))),
    "aces split again": lambda t: any(len(b.hands) > 2 and b.hands[0].split_aces for b in _round(t).boxes),
    "doubled": lambda t: any(hand.doubled for hand in _hands(_round(t))),
    "doubled on 3+ cards": lambda t: any(hand.doubled and len(hand.cards) > 3 for hand in _hands(_round(t))),
    "doubled split hand": lambda t: any(hand.doubled and hand.split for hand in _hands(_round(t))),
    "doubled with an ace": lambda t: any(
        h.doubled and "A" in (h.cards[0][0], h.cards[1][0]) for h in _hands(_round(t))
    ),
    "rescue": lambda t: any(stake.rescued for _, stake in _stakes(_round(t))),
    "rescue under a pontoon": lambda t: _dealer_pontoon(_round(t)) and FEATURES["rescue"](t),
    "bust": lambda t: any(hand.done == "bust" for hand in _hands(_round(t))),
    "player's pontoon": lambda t: any(hand.done == "pontoon" for hand in _hands(_round(t))),
    "both have pontoon": lambda t: _dealer_pontoon(_round(t)) and FEATURES["player's pontoon"](t),
    "bonus 21 at 3:2": lambda t: any(h.done == "twenty_one" for h in _hands(_round(t))) and _odds(t, "3:2"),
    "bonus 21 at 2:1": lambda t: _odds(t, "2:1"),
    "bonus 21 at 3:1": lambda t: _odds(t, "3:1"),
    "bettor behind": lambda t: bool(_behind(t)),
    "bettor behind declining double": lambda t: any(h.doubled and not s.double_cents for h, s in _stakes(_round(t))),
    "bettor behind declining split": _declined_split,
    "nobody seated": lambda t: not any(place.seated for place in _round(t).places),
    "surrender": lambda t: _line(t, outcome="surrender"),
    "surrender under a pontoon": lambda t: any(b.surrendered for b in _round(t).boxes) and _dealer_pontoon(_round(t)),
    "insurance won": lambda t: _line(t, wager="insurance", outcome="win"),
    "insurance lost": lambda t: _line(t, wager="insurance", outcome="lose"),
    "dealer's pontoon": lambda t: _dealer_pontoon(_round(t)),
    "dealer's pontoon after double": lambda t: _dealer_pontoon(_round(t)) and any(h.doubled for h in _hands(_round(t))),
    "dealer's pontoon after split": lambda t: _dealer_pontoon(_round(t)) and any(h.split for h in _hands(_round(t))),
    "one unit for a won original (13.8)": lambda t: _line(t, clause="13.8"),
    "21 under a pontoon": lambda t: (
        _dealer_pontoon(_round(t)) and any(h.done == "twenty_one" for h in _hands(_round(t)))
    ),
    "dealer bust": lambda t: total(_round(t).dealer).points > 21,
    "dealer soft 17": lambda t: any(tuple(total(_round(t).dealer[:n])) == (17, True) for n in range(2, 6)),
    "dealer drew no card": lambda t: len(_round(t).dealer) == 1,
    "reader blackjack": lambda t: _round(t).hole_read is True,
    "reader, no blackjack": lambda t: _round(t).hole_read is False,
    "blind hole card": lambda t: t.config.hole_card == "blind",
    "Super Bonus": lambda t: _line(t, wager="super_bonus"),
    "Super Bonus with others at the table": lambda t: _line(t, wager="super_bonus_others"),
    "perfect pairs won": lambda t: _line(t, wager="perfect_pairs", outcome="win"),
    "player pair won": lambda t: _line(t, wager="player_pair", outcome="win"),
    "bonus won": lambda t: _line(t, wager="bonus", outcome="win"),
    "match super bonus won": lambda t: _line(t, wager="match_super_bonus", outcome="win"),
    "over a limit, scaled or capped": lambda t: any(_scaled(place) for place in _round(t).places),
    "unnoticed": lambda t: any(not place.noticed for place in _round(t).places),
    "half a cent rounded": lambda t: any(
        line.odds and line.stake_cents * line.odds.pays % line.odds.to for line in _round(t).lines
    ),
}


# --- errors at the table


def _chosen(code: str, *choices: str) -> Callable[[TroubledRound], bool]:
    """Whether one of these choices was taken for it; any, if none is named."""

    def has(round_: TroubledRound) -> bool:
        return any(
            each.code == code and each.choice is not None and (not choices or each.choice in choices)
            for each in round_.table.irregularities
        )

    return has


def _said(*words: str) -> Callable[[TroubledRound], bool]:
    """Whether the script has a line that begins so."""
    return lambda round_: any(line.startswith(words) for line in round_.lines)


ERRORS: dict[str, Callable[[TroubledRound], bool]] = {
    "! any error": lambda r: bool(r.table.irregularities) or _said("void", "correct", "undo")(r),
    "! face-up card": _chosen("face_up_card"),
    "! face-up card again: round void": _chosen("face_up_card", "void_round"),
    "! ten": _chosen("foreign_card"),
    "! ten: round void": _chosen("foreign_card", "void_round"),
    "! one card too many of a kind": _chosen("impossible_card"),
    "! card that nothing awaits": _chosen("card_not_awaited"),
    "! error card is the next": _chosen("error_card", "use_as_next", "reconstruct"),
    "! error card stays where it is": _chosen("error_card", "continue"),
    "! unseen card is the next": _chosen("error_card_unseen"),
    "! burnt in error, used": _chosen("burnt_in_error", "use_as_next"),
    "! burnt in error, stays burnt": _chosen("burnt_in_error", "discard"),
    "! two cards at once": _chosen("two_cards_at_once"),
    "! error card accepted": _said("resolve accept"),
    "! error card refused": _said("resolve refuse"),
    "! misplaced card": _chosen("misplaced_card"),
    "! card to an empty box": _chosen("card_to_empty_box"),
    "! missed card": _chosen("missed_card", "reconstruct", "continue"),
    "! missed card: late": _chosen("missed_card", "late_card"),
    "! missed card: void": _chosen("missed_card", "dead_hand", "void_hand", "void_round"),
    "! missed hit": _chosen("missed_hit", "reconstruct", "continue"),
    "! missed hit: late": _chosen("missed_hit", "late_card"),
    "! missed hit: void": _chosen("missed_hit", "dead_hand", "void_hand", "void_round"),
    "! missed dealer card": _chosen("missed_dealer_card", "reconstruct", "continue", "void_hand", "void_round"),
    "! missed dealer card: after players": _chosen("missed_dealer_card", "deal_after_players"),
    "! absent: drawn to 12": _chosen("absent_player", "draw_to_twelve"),
    "! absent: stands": _chosen("absent_player", "stand"),
    "! absent: another decides": _chosen("absent_player", "other_decides"),
    "! insurance offered late": _chosen("missed_insurance_offer", "offer_late"),
    "! insurance offer lost": _chosen("missed_insurance_offer", "continue"),
    "! surrender offered late": _chosen("missed_surrender_offer", "offer_late"),
    "! surrender offer lost": _chosen("missed_surrender_offer", "continue"),
    "! shoe empty: discards shuffled": _chosen("shoe_empty", "shuffle_discards"),
    "! shoe empty: round void": _chosen("shoe_empty", "void_round"),
    "! cards missing or in excess": lambda r: _chosen("cards_missing")(r) or _chosen("cards_in_excess")(r),
    "! unshuffled: round void": _chosen("unshuffled_cards", "void_round"),
    "! shuffler fault": _chosen("shuffler_fault"),
    "! interruption: goes on": _chosen("interruption", "continue"),
    "! interruption: round void": _chosen("interruption", "void_round"),
    "! reader misused: round void": _chosen("reader_misused", "void_round"),
    "! reader misused: goes on": _chosen("reader_misused", "continue"),
    "! reader broken or wrong": lambda r: _chosen("reader_broken")(r) or _chosen("reader_was_wrong")(r),
    "! side bet without main": _chosen("side_bet_without_main"),
    "! bettor goes on (SG 5.7)": _said("resolve continue "),
    "! bettor takes back (SG 5.7)": _said("resolve take_back"),
    "! hands void by choice": _said("resolve void_hand"),
    "! round declared void": _said("void round"),
    "! hand or box declared void": lambda r: any(line.startswith("void ") and line[5].isdigit() for line in r.lines),
    "! wager declared void": _said("void wager"),
    "! corrected: had stood": _said("correct stood"),
    "! corrected: had not stood": _said("correct hit"),
    "! undo": _said("undo"),
    "! reconstructed": lambda r: r.rebuilt is not None,
    "! reconstructed, with a difference": lambda r: bool(r.difference),
}
