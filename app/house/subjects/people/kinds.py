"""Everything that is true of the commands and events of this subject."""

from app.house.kinds import command, event
from app.house.subjects.people import commands as c
from app.house.subjects.people import decide, fold, words
from app.house.subjects.people import events as e

COMMANDS = (
    command(c.AddPerson, decide=decide.add_person),
    command(c.ChangePerson, decide=decide.change_person),
    command(c.SuspendPerson, decide=decide.suspend_person),
    command(c.ReadmitPerson, decide=decide.readmit_person),
    command(c.NotePinSet, decide=decide.note_pin_set),
    command(c.NoteCodeMade, decide=decide.note_code_made),
    command(c.RedeemCode, decide=decide.redeem_code),
    command(c.AddDisplay, decide=decide.add_display),
    command(c.RemoveDisplay, decide=decide.remove_display),
    command(c.NoteRefusal, decide=decide.note_refusal, by_the_server=True),
    command(c.NoteFaceDownSeen, decide=decide.note_face_down_seen),
    command(c.NoteDisputePack, decide=decide.note_dispute_pack),
)
EVENTS = (
    event(e.PersonAdded, fold=fold.account_is, words=words.person_added),
    event(e.PersonChanged, fold=fold.account_is, words=words.person_changed),
    event(e.PersonSuspended, fold=fold.person_suspended, words=words.person_suspended),
    event(e.PersonReadmitted, fold=fold.person_readmitted, words=words.person_readmitted),
    event(e.PinWasSet, fold=fold.pin_was_set, words=words.pin_was_set),
    event(e.CodeMade, fold=fold.code_made, words=words.code_made),
    event(e.CodeRedeemed, fold=fold.code_redeemed, words=words.code_redeemed),
    event(e.DisplayAdded, fold=fold.display_added, words=words.display_added),
    event(e.DisplayRemoved, fold=fold.display_removed, words=words.display_removed),
    event(e.Refusal, words=words.refusal),
    event(e.FaceDownSeen, words=words.face_down_seen),
    event(e.DisputePackExported, words=words.dispute_pack_exported),
)
