"""What a supervisor may order at a table now, and why not: asked of the same decisions that answer the orders."""

from typing import Literal, get_args

from app.game import commands as c
from app.game.core.message import Message
from app.game.core.records import Part
from app.game.core.rejections import Rejected
from app.game.core.state import Table
from app.game.decide import decide
from app.game.rules.ruleset import Ruleset
from app.game.subjects.shoe.decide import shuffled_for

OrderName = Literal["OrderShuffle", "OrderRecut", "AnnounceFinalRounds", "PermitSqueeze", "ChangeDealer"]
Order = c.OrderShuffle | c.OrderRecut | c.AnnounceFinalRounds | c.PermitSqueeze | c.ChangeDealer


class MayBeOrdered(Part):
    """Whether this may be ordered, and the clause that says so; else why not. `reason`: for what a shuffle is ordered;
    `box`: which one may squeeze."""

    command: OrderName
    reason: c.ShuffleReason | None
    box: int | None
    allowed: bool
    clause: str | None
    code: str | None
    message: Message | None


def may_be_ordered(table: Table, rules: Ruleset) -> tuple[MayBeOrdered, ...]:
    """Every order, for every reason and box. Whether a dealer may come is also for his account to say."""
    shuffles = [c.OrderShuffle(reason) for reason in get_args(c.ShuffleReason)]
    squeezes = [c.PermitSqueeze(box) for box in range(1, table.config.boxes + 1)]
    orders: list[Order] = [*shuffles, c.OrderRecut(), c.AnnounceFinalRounds(), *squeezes, c.ChangeDealer("")]
    return tuple([_looked_at(table, rules, order) for order in orders])


def _looked_at(table: Table, rules: Ruleset, order: Order) -> MayBeOrdered:
    name = _NAMES[type(order)]
    reason = order.reason if isinstance(order, c.OrderShuffle) else None
    box = order.box if isinstance(order, c.PermitSqueeze) else None
    answer = decide(table, rules, order)
    if isinstance(answer, Rejected):
        return MayBeOrdered(name, reason, box, False, answer.clause, answer.code, answer.message)  # noqa: FBT003
    return MayBeOrdered(name, reason, box, True, _clause(rules, name, reason), None, None)  # noqa: FBT003


def _clause(rules: Ruleset, name: OrderName, reason: c.ShuffleReason | None) -> str | None:
    """The clause of the book that the order rests on; of a relief the one that has the new dealer burn a card."""
    if reason is not None:
        return shuffled_for(rules, reason)
    if name == "ChangeDealer":
        return rules.clauses["deal.burn"] if rules.deal.burn == "shoe_and_dealer" else None
    return rules.clauses[_OPTION[name]]


_NAMES: dict[type[Order], OrderName] = {
    c.OrderShuffle: "OrderShuffle",
    c.OrderRecut: "OrderRecut",
    c.AnnounceFinalRounds: "AnnounceFinalRounds",
    c.PermitSqueeze: "PermitSqueeze",
    c.ChangeDealer: "ChangeDealer",
}
_OPTION = {
    "OrderRecut": "shoe.recut",
    "AnnounceFinalRounds": "deal.final_rounds",
    "PermitSqueeze": "deal.squeeze",
}
