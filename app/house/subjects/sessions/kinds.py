"""Everything that is true of the commands and events of this subject."""

from app.house.kinds import command, event
from app.house.subjects.sessions import commands as c
from app.house.subjects.sessions import decide, fold, words
from app.house.subjects.sessions import events as e

COMMANDS = (
    command(c.SignIn, decide=decide.sign_in),
    command(c.RefuseSignIn, decide=decide.refuse_sign_in, by_the_server=True),
    command(c.SignForAct, decide=decide.sign_for_act),
    command(c.EndSession, decide=decide.end_session),
    command(c.LockSession, decide=decide.lock_session),
    command(c.UnlockSession, decide=decide.unlock_session),
    command(c.GivePassage, decide=decide.give_passage),
    command(c.TakePassage, decide=decide.take_passage),
)
EVENTS = (
    event(e.SignedIn, fold=fold.signed_in, words=words.signed_in),
    event(e.SignInRefused, fold=fold.sign_in_refused, words=words.sign_in_refused),
    event(e.PersonLocked, fold=fold.person_locked, words=words.person_locked),
    event(e.SignedForAct, fold=fold.signed_for_act, words=words.signed_for_act),
    event(e.SessionEnded, fold=fold.session_ended, words=words.session_ended),
    event(e.SessionLocked, fold=fold.session_locked, words=words.session_locked),
    event(e.SessionUnlocked, fold=fold.session_unlocked, words=words.session_unlocked),
    event(e.PassageGiven, fold=fold.passage_given, words=words.passage_given),
    event(e.PassageTaken, fold=fold.passage_taken, words=words.passage_taken),
)
