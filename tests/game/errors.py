"""What tests of errors and of remedies have in common: two who sign, and where every card is."""

from app.game import commands as c
from app.game.core.rejections import Rejected
from app.game.core.state import RoundRecord, Table, cards_on_layout
from app.game.decide import decide
from tests.game.tables import At


def rejected(at: At, command: c.Command) -> Rejected:
    answer = decide(at.table, at.rules, command)
    assert isinstance(answer, Rejected), answer
    return answer


def two_sign(at: At, remedy: c.Void | c.Reconstruct, record: RoundRecord | None = None) -> At:
    return at.do(c.SignRemedy("sue", remedy, record), c.SignRemedy("tom", remedy, record))


def in_place(table: Table) -> bool:
    """Every card is somewhere."""
    return table.shoe.left + cards_on_layout(table) + table.shoe.discarded == table.shoe.size


def played(at: At) -> At:
    """A round on box 1, 19 against 18, to its end."""
    return at.bet(1, "ann", 1000).cards("KS 8H 9D").do(c.Stand(1)).cards("KC")
