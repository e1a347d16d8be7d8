"""Everything that is true of the commands and events of this subject."""

from app.game.core import apply
from app.game.core.acts import fact_unless_by_itself
from app.game.core.kinds import DEALING, SUPERVISING, Signatures, command, event
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies import (
    dealer_corrections,
    fold,
    postings,
    reconstruction,
    rows,
    signed_remedies,
    typed_cards,
    words,
)
from app.game.subjects.remedies import events as e

COMMANDS = (
    command(c.UndoTap, decide=dealer_corrections.undo_tap, who=DEALING, in_a_hold=True, tapped=True),
    command(c.CorrectRecord, decide=dealer_corrections.correct_record, who=DEALING, tapped=True),
    command(c.CorrectCard, decide=typed_cards.correct_card, who=DEALING, filled_in=("opened",), tapped=True),
    command(
        c.SignRemedy,
        decide=signed_remedies.sign_remedy,
        who=SUPERVISING,
        signatures=Signatures(1, 1, by_supervisors=True),
        in_a_hold=True,
    ),
    command(c.DiscardCard, decide=reconstruction.only_in_a_reconstruction),
)
EVENTS = (
    event(
        e.WagersVoided,
        fold=fold.wagers_voided,
        words=words.wagers_voided,
        lane="corrections",
        postings=postings.voided,
        rows=rows.voided,
        act=fact_unless_by_itself,
    ),
    event(
        e.RoundVoided,
        fold=fold.round_voided,
        words=words.round_voided,
        lane="corrections",
        postings=postings.voided,
        rows=rows.voided,
    ),
    event(
        e.RoundRewritten,
        fold=apply.round_rewritten,
        words=words.round_rewritten,
        lane="corrections",
        postings=postings.rewritten,
    ),
    event(
        e.EarlierRoundAmended,
        fold=fold.earlier_round_amended,
        words=words.earlier_round_amended,
        lane="corrections",
        postings=postings.amended,
        of_the_round=False,
    ),
    event(e.RemedySigned, fold=fold.remedy_signed, words=words.remedy_signed, lane="corrections", of_the_round=False),
)
