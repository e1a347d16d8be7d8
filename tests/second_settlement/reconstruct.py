"""The whole round again, as it should have been, and who owes whom the difference."""

from typing import Any

from .acts import ACTS
from .errors import Refused
from .moments import lines_now
from .round import Round
from .script import WORDS, Action, read_play

SG = "sg-pontoon-plus-v5"
MA = "ma-pontoon-21-v3"
# So many cards, and so many decisions since the last of them.
Place = tuple[int, int]
# These leave the shoe.
CARDS = ["card", "cards", "hole", "burn", "ready", "laid"]
# Played anew; whether players were asked then matters no more.
ABOUT_A_CARD = [
    *["burn", "ready", "ready_waits", "ready_goes_on", "accept", "refuse"],
    *["laid", "lets_go", "passed_over", "goes_on", "hole_up"],
]


def reconstruct(played: Round, rows: dict[str, Any]) -> Round:
    if played.book.name == SG and played.something_is_decided():
        raise Refused(0, "SG 5.10.1: not after a settlement")
    if played.asked or (played.open is not None and "reconstruct" not in played.choices(played.open)):
        raise Refused(0, "the table holds, and this is no way out of it")
    corrected = Round(played.book, played.keys, played.wagers)
    corrected.play_again(0, before_the_deal(played))
    stays = what_stays(played)
    place = (0, 0)
    for action in corrected_sequence(rows.get("play", "")):
        while stays and is_reached(stays[0][0], place, action):
            put_back(corrected, stays.pop(0)[1])
        place = next_place(place, action)
        if action.word in ACTS:
            corrected.add(action)
        else:
            corrected.play(action)
    for _, act in stays:
        put_back(corrected, act)
    if sorted(corrected.cards_that_left_the_shoe()) != sorted(played.cards_that_left_the_shoe()):
        raise Refused(0, "not the same cards")
    return corrected


def corrected_sequence(text: str) -> list[Action]:
    """One card at a time."""
    actions: list[Action] = []
    for action in read_play(text, [*WORDS, "burn"]):
        if action.word in ["cards", "burn"]:
            actions.extend(Action(action.line, action.word, [card]) for card in action.rest)
        else:
            actions.append(action)
    return actions


def what_stays(played: Round) -> list[tuple[Place, Action]]:
    """What had been declared, and where; not the cards and decisions."""
    stays: list[tuple[Place, Action]] = []
    place = (0, 0)
    for action in played.actions()[len(before_the_deal(played)) :]:
        if action.word in ACTS and action.word not in ABOUT_A_CARD:
            stays.append((place, action))
        elif action.word not in ["ready_waits", "ready_goes_on"]:
            place = next_place(place, action)
    return stays


def put_back(corrected: Round, act: Action) -> None:
    if act.word == "late_hit" and corrected.table.is_complete():
        return  # there, the hand is not late
    if corrected.can_be_put_back(act):
        corrected.add(act)


def next_place(place: Place, action: Action) -> Place:
    cards, decisions = place
    return (cards + 1, 0) if action.word in CARDS else (cards, decisions + 1)


def is_reached(wanted: Place, place: Place, action: Action) -> bool:
    """Behind as many cards and decisions as it was; at the latest before the next card."""
    return wanted <= place or (wanted[0] == place[0] and action.word in CARDS)


def before_the_deal(played: Round) -> list[Action]:
    """What was done before the first card, and nothing that was done about a card."""
    before: list[Action] = []
    for action in played.actions():
        if action.word not in ACTS or action.word in ABOUT_A_CARD:
            break
        before.append(action)
    return before


def difference(played: Round, corrected: Round) -> dict[str, int]:
    """By box and player; the float has the rest."""
    before = result_by_bettor(played)
    after = result_by_bettor(corrected)
    result: dict[str, int] = {}
    for bettor in sorted(set(before) | set(after)):
        change = after.get(bettor, 0) - before.get(bettor, 0)
        if change != 0:
            result[bettor] = change
    from_the_float = sum(result.values())
    if from_the_float != 0:
        result["float"] = -from_the_float
    return result


def result_by_bettor(played: Round) -> dict[str, int]:
    result: dict[str, int] = {}
    for line in lines_now(played.table, played.wagers):
        if line["outcome"] == "surrender" and is_taken_at_the_end(played):
            continue
        bettor = f"{line['box']} {line['player']}"
        result[bettor] = result.get(bettor, 0) + line["pays"] - line["takes"]
    return result


def is_taken_at_the_end(played: Round) -> bool:
    """SG 3.19, MA 8(a): known with the dealer's second card, but half of it goes back when the round is over."""
    if played.table.is_complete():
        return False
    return played.book.name == SG or (played.book.name == MA and played.table.first_may_make_pontoon())
