"""Signatures under voids: whose count, and for how long."""

from app.game import commands as c
from app.game.core.apply import apply
from app.game.core.state import RoundRecord
from app.game.events import RemedySigned
from app.game.subjects.remedies.fold import SIGNATURES_KEPT
from app.game.views.audiences import floor_view
from tests.game.tables import At

GAZETTE = "nz-gazette-2000"
VOID = c.Void("round", "other")


def dealt() -> At:
    """Box 1 has seventeen and is asked."""
    return At(GAZETTE).bet(1, "ann", 1000).cards("9S 8H 8D")


def is_void(at: At) -> bool:
    return at.table.round is not None and at.table.round.void is not None


def test_who_taps_after_signing_has_not_signed_even_if_the_tap_is_taken_back() -> None:
    at = dealt().do(c.SignRemedy("sue", VOID), c.Stand(1), c.UndoTap())
    at.do(c.SignRemedy("tom", VOID, tapped=("sue",)))
    assert not is_void(at)
    at.do(c.SignRemedy("una", VOID, tapped=("sue",)))
    assert is_void(at)


def test_two_second_signers_at_once_void_it_once() -> None:
    at = dealt().do(c.SignRemedy("sue", VOID), c.SignRemedy("tom", VOID))
    assert at.refused(c.SignRemedy("una", VOID)) == "round_is_void"
    assert at.refused(c.SignRemedy("sue", VOID)) == "round_is_void"


def test_a_signature_is_good_for_the_record_that_it_was_put_under() -> None:
    at = dealt().do(c.SignRemedy("sue", VOID))
    seal = at.table.signatures[0].seal
    at.do(c.Stand(1))
    assert at.refused(c.SignRemedy("tom", VOID, seen=seal)) == "difference_changed"
    at.do(c.SignRemedy("tom", VOID))
    assert not is_void(at)


def test_what_waits_keeps_its_signature_whatever_is_signed_meanwhile() -> None:
    """An earlier round may wait the whole evening."""
    at = dealt().do(c.Stand(1)).cards("KD")
    assert at.table.round is not None
    assert at.table.opening is not None
    record = RoundRecord(at.table.round.number, at.table.opening, at.table.record)
    at.bet(1, "ann", 1000)
    earlier = c.Void("earlier", "other")
    at.do(c.SignRemedy("sue", earlier, record))
    for n in range(SIGNATURES_KEPT + 1):
        at.table = apply(at.table, RemedySigned(f"{n}", "una", "void_round", 1))
    assert [each.signed_by for each in floor_view(at.table, at.rules).remedies] == [("sue",)]
    assert at.refused(c.SignRemedy("sue", earlier, record)) == "second_person_needed"
    at.do(c.SignRemedy("tom", earlier, record))
    assert at.table.amended == ((1, "void"),)
    at.table = apply(at.table, RemedySigned("last", "una", "void_round", 1))
    assert len(at.table.signatures) == SIGNATURES_KEPT
