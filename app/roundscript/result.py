"""The result of a script as plain data, and the short forms in which `[expect]` writes it."""

from collections.abc import Iterable
from typing import Any

from app.game.core.hands import total
from app.game.core.results import net
from app.game.core.state import DEALER, Box, Hand, Line, Place, Round, Table
from app.game.core.turn import stage
from app.game.events import EarlierRoundAmended
from app.game.questions import Question, open_questions
from app.game.rules.ruleset import Ruleset
from app.game.views.prompts import prompts
from app.roundscript.runner import Outcome, Refusal


def result_of(outcome: Outcome, rules: Ruleset) -> dict[str, Any]:
    """What `tablekeeper play` prints."""
    table = outcome.table
    questions = [question_json(question) for question in questions_of_round(table, rules)]
    if outcome.refusal is not None:
        return {"error": error_json(outcome.refusal), "awaiting": questions, "irregularities": _irregularities(table)}
    round_ = table.round or Round(0)
    points, soft = total(round_.dealer)
    return {
        "ruleset": rules.id,
        "phase": stage(table),
        "awaiting": questions,
        "wagers": [_place_json(place) for place in round_.places],
        "hands": [_hand_json(box, number, hand) for box in round_.boxes for number, hand in enumerate(box.hands, 1)],
        "dealer": {"cards": list(round_.dealer), "total": points, "soft": soft, "hole": round_.hole is not None},
        "settlements": [line_json(line) for line in round_.lines],
        "net": net(round_),
        "prompts": [
            {"code": each.code, "player": each.player, "clause": each.clause} for each in prompts(table, rules)
        ],
        "irregularities": _irregularities(table),
        **_amendments(outcome),
    }


def _amendments(outcome: Outcome) -> dict[str, Any]:
    """What a reconstruction changed, and what became of earlier rounds; without any, nothing."""
    data: dict[str, Any] = {}
    if outcome.rebuilt is not None:
        moves = _by_place([(*account, cents) for account, cents in outcome.difference.items()])
        rebuilt = outcome.rebuilt
        data["reconstruction"] = {"reason": rebuilt.reason, "clause": rebuilt.clause, "difference": moves}
    amended = [event for event in outcome.events if isinstance(event, EarlierRoundAmended)]
    if amended:
        data["amended"] = [_amended_json(event) for event in amended]
    return data


def _by_place(moves: Iterable[tuple[str, int, str, int]]) -> dict[str, int]:
    """What the float and each bettor gain, with what lies before him counted as his."""
    found: dict[str, int] = {}
    for kind, box, player, cents in moves:
        place = "float" if kind == "float" else f"{box} {player}"
        found[place] = found.get(place, 0) + cents
    return {place: cents for place, cents in found.items() if cents}


def _amended_json(event: EarlierRoundAmended) -> dict[str, Any]:
    difference = _by_place(event.moves)
    return {"round": event.round, "what": event.what, "clause": event.clause, "difference": difference}


def _irregularities(table: Table) -> list[dict[str, Any]]:
    return [
        {"code": each.code, "phase": each.phase, "card": each.card, "choice": each.choice, "clause": each.clause}
        for each in table.irregularities
    ]


def questions_of_round(table: Table, rules: Ruleset) -> tuple[Question, ...]:
    """The questions of this round; that the next one may open is not one of them."""
    return () if stage(table) in ("complete", "void") else open_questions(table, rules)


def _place_json(place: Place) -> dict[str, Any]:
    amount = {"amount": place.amount} if place.amount else {}
    return {
        "box": place.box,
        "player": place.player,
        "seated": place.seated,
        "main": place.main_cents,
        "plays": place.effective_cents,
        **dict(place.sides),
        "insurance": place.insurance_cents,
        **amount,
    }


def _hand_json(box: Box, number: int, hand: Hand) -> dict[str, Any]:
    points, soft = total(hand.cards, hand.hard_aces)
    return {
        "box": box.number,
        "hand": number,
        "cards": list(hand.cards),
        "down": len(hand.down),
        "total": points,
        "soft": soft,
        "doubled": hand.doubled,
        "state": _hand_state(hand),
    }


def _hand_state(hand: Hand) -> str:
    if hand.done == "void":
        return "void"
    return "settled" if hand.stakes and not hand.live else hand.done or "open"


def line_json(line: Line) -> dict[str, Any]:
    """One settlement line."""
    return {
        "box": line.box,
        "hand": line.hand,
        "player": line.player,
        "wager": line.wager,
        "stake": line.stake_cents,
        "outcome": line.outcome,
        "odds": None if line.odds is None else str(line.odds),
        "pays": line.pays_cents,
        "takes": line.takes_cents,
        "clause": line.clause,
    }


def error_json(refusal: Refusal) -> dict[str, Any]:
    """Why the script stopped, and where."""
    keys = ("shoe_line", "wager", "earlier", "reconstruct_line")
    where = {key: getattr(refusal.where, key) for key in keys}
    elsewhere = refusal.where.wager or refusal.where.shoe_line or refusal.where.reconstruct_line
    line = {} if elsewhere else {"line": refusal.where.line}
    return {
        **line,
        **{key: value for key, value in where.items() if value is not None},
        "code": refusal.code,
        "message": refusal.message,
        "clause": refusal.clause,
    }


def question_json(question: Question) -> dict[str, Any]:
    """One open question."""
    data: dict[str, Any] = {"question": question.question, "id": question.id, "clause": question.clause}
    extra = {
        "card": _card_extra,
        "turn_up": _turn_up_extra,
        "decide": _decide_extra,
        "amount": _amount_extra,
        "insure": _insure_extra,
        "surrender": _surrender_extra,
        "rescue": _rescue_extra,
        "shoe": _shoe_extra,
        "resolve": _resolve_extra,
    }.get(question.question)
    return data | (extra(question) if extra else {})


def _card_extra(question: Question) -> dict[str, Any]:
    return {"to": "dealer" if question.box == DEALER else f"{question.box}.{question.hand}"}


def _turn_up_extra(question: Question) -> dict[str, Any]:
    if question.box is None:
        return {"hand": "ready"}
    return {"hand": "hole" if question.box == DEALER else f"{question.box}.{question.hand}"}


def _decide_extra(question: Question) -> dict[str, Any]:
    limits = {each.player: {"least": each.least_cents, "most": each.most_cents} for each in question.limits}
    extra: dict[str, Any] = {
        "hand": f"{question.box}.{question.hand}",
        "player": question.player,
        "choices": list(question.choices),
    }
    keeps: dict[str, list[str]] = {}
    for player, hand in question.keeps:
        keeps.setdefault(player, []).append(hand)
    return extra | ({"double": limits} if limits else {}) | ({"split": keeps} if keeps else {})


def _insure_extra(question: Question) -> dict[str, Any]:
    most = question.limits[0].most_cents
    return {"box": question.box, "player": question.player, "most": most, "unit": question.unit_cents}


def _amount_extra(question: Question) -> dict[str, Any]:
    within = [{"least": each.least_cents, "most": each.most_cents} for each in question.limits]
    return {"box": question.box, "player": question.player, **(within[0] if within else {})}


def _surrender_extra(question: Question) -> dict[str, Any]:
    return {"box": question.box}


def _rescue_extra(question: Question) -> dict[str, Any]:
    return {"hand": f"{question.box}.{question.hand}", "player": question.player}


def _shoe_extra(question: Question) -> dict[str, Any]:
    step, _, who = (question.step or "").partition(" ")
    return {"step": step, "who": who or None}


def _resolve_extra(question: Question) -> dict[str, Any]:
    whose = {"box": question.box, "player": question.player} if question.player else {}
    return {
        "irregularity": question.irregularity,
        **whose,
        "choices": list(question.choices),
        "clauses": {option.choice: option.clause for option in question.options if option.allowed},
        "forbidden": {option.choice: option.clause for option in question.options if not option.allowed},
    }


def short_question(data: dict[str, Any]) -> str:
    """The short form of a question: "card 1.2", "insure 1 ann 500"."""
    keys = ("irregularity", "to", "hand", "box", "step", "who", "player", "most")
    silent = data["question"] == "decide"
    words = [data[key] for key in keys if data.get(key) is not None and not (key == "player" and silent)]
    return " ".join(map(str, [data["question"], *words, *data.get("choices", ())]))


def short_line(data: dict[str, Any]) -> str:
    """The short form of a settlement line."""
    amount = data["pays"] - data["takes"]
    odds = data["odds"] or "-"
    return (
        f"{data['box']}.{data['hand']} {data['player']} {data['wager']} {data['stake']} {data['outcome']} {odds}"
        f" {amount:+d} {data['clause']}"
    )
