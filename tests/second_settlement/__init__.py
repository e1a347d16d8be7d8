"""A second, slow settlement of round scripts, kept apart from the engine on purpose."""

from typing import Any

from .books import find_book
from .cards import count
from .errors import NotCovered, Refused
from .limits import check_rows, check_table
from .pay import Line, all_lines
from .reconstruct import difference, reconstruct
from .round import Round
from .script import WORDS, Wager, amounts_that_came_late, read_play, read_table, read_wagers
from .table import Hand, Table, hand_total, is_void

__all__ = ["NotCovered", "Refused", "settle"]


def settle(script: dict[str, Any]) -> dict[str, Any]:
    """Play one script through and say who gets what."""
    book = find_book(script.get("ruleset"))
    if book is None:
        raise Refused(0, "unknown ruleset")
    keys = read_table(script.get("table", {}))
    play = script.get("play", "")
    wagers = read_wagers(amounts_that_came_late(script.get("wager", []), play), book.side_bets)
    check_rows(book, wagers)
    check_table(book, keys, wagers)
    played = Round(book, keys, wagers)
    actions = [action for action in read_play(play, WORDS) if action.word != "bet"]
    for action, following in zip(actions, [*actions[1:], None], strict=True):
        played.play(action, following)
        played.turn_up_by_itself(action.line, following)
    if "reconstruct" not in script:
        return show(played)
    corrected = reconstruct(played, script["reconstruct"])
    result = show(corrected)
    result["reconstruction"] = {"difference": difference(played, corrected)}
    return result


def show(played: Round) -> dict[str, Any]:
    table, wagers = played.table, played.wagers
    phase = played.phase()
    lines: list[Line] = []
    if phase in ["complete", "void"]:
        lines = all_lines(table, wagers)
    total, soft = count(table.dealer, [])
    return {
        "ruleset": played.book.name,
        "phase": phase,
        "hands": show_hands(table, phase),
        "dealer": {"cards": table.dealer, "total": total, "soft": soft},
        "settlements": lines,
        "net": net(wagers, lines),
        "irregularities": [{"code": trouble.code, "choice": trouble.choice} for trouble in played.troubles],
    }


def show_hands(table: Table, phase: str) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = []
    for box in table.boxes:
        for number, hand in enumerate(box.hands, start=1):
            total, soft = hand_total(table.book, hand)
            shown.append(
                {
                    "box": box.number,
                    "hand": number,
                    "cards": hand.cards,
                    "total": total,
                    "soft": soft,
                    "doubled": hand.doubled,
                    "state": state(hand, phase),
                }
            )
    return shown


def state(hand: Hand, phase: str) -> str:
    if is_void(hand):
        return "void"
    if phase == "complete":
        return "settled"
    return "refused" if hand.refused else "open"


def net(wagers: list[Wager], lines: list[Line]) -> dict[str, int]:
    result: dict[str, int] = {}
    for wager in wagers:
        result[wager.player] = 0
    for line in lines:
        player = line["player"]
        result[player] = result[player] + line["pays"] - line["takes"]
    return result
