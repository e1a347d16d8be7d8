"""The closed catalogue of errors: every code that a caller can meet, its status, what happened and what to do.

A code that is not here is a defect. The refusals of the core are rules of the game and stand in a list of their own;
so do those of the house. New codes go where they belong by their subject.
"""

from typing import Any

from app.problems.entry import Entry
from app.problems.problem import Problem
from app.problems.refusal_catalogue import REFUSALS

REFUSED = 409

# --- who asks
_PEOPLE = (
    Entry("not_signed_in", 401, "nobody is signed in, or the token is not known", "sign in"),
    Entry("session_expired", 401, "the session has lasted as long as it may", "sign in again"),
    Entry("session_ended", 401, "the session was ended: by signing out, a new PIN, an administrator", "sign in again"),
    Entry("choose_pin", 403, "a one-time code lets nobody in", "choose a PIN with it, and sign in with that"),
    Entry("wrong_credentials", 401, "name or badge and PIN do not belong together", "check both and try again"),
    Entry("bad_ticket", 401, "the ticket is not known, was used, or is older than 30 seconds", "ask for a new one"),
    Entry("bad_passage", 401, "the session cannot go on at this server", "sign in"),
    Entry("locked_out", 403, "too many wrong PINs under this name", "wait, or have a supervisor readmit the person"),
    Entry("licence_expired", 403, "the licence of this person has run out", "have the licence renewed and entered"),
    Entry("suspended", 403, "the account is suspended", "ask an administrator"),
    Entry("session_locked", 403, "the session is locked", "unlock it with the PIN of its person"),
    Entry("not_allowed", 403, "none of this person's roles may do this", "ask somebody whose role may"),
    Entry("not_on_duty", 403, "a dealer may do this only at the table where he is on duty", "take the table first"),
    Entry("bad_origin", 403, "the page that asks is not one of this server's", "open the server's own address"),
    Entry(
        "bad_host",
        400,
        "the server is asked under a name that is not its own",
        "use the server's own address, or add the name to TABLEKEEPER_HOST_NAMES",
    ),
    Entry("too_many_tries", 429, "too many tries from this address", "wait a minute", retry=True),
    Entry(
        "signature_needed", 403, "this needs the signature of somebody else too", "have that person give name and PIN"
    ),
    Entry("not_a_dealer", 409, "the person named does not deal", "name somebody with the role of a dealer"),
    Entry("on_duty_elsewhere", 409, "the dealer has another table", "have him relieved there first"),
)

# --- what is asked
_REQUESTS = (
    Entry("bad_message", 400, "this is no JSON, or has a field that nobody knows", "send what the document describes"),
    Entry(
        "bad_request",
        422,
        "a field is missing, or has a value that it cannot have",
        "mend the fields named in the details",
    ),
    Entry("not_found", 404, "there is nothing under this address", "check the address"),
    Entry("no_such_table", 404, "there is no table of this number", "check the number, or create the table"),
    Entry(
        "no_such_remedy",
        404,
        "nothing with this seal waits for a signature at the table",
        "look at what waits; propose it anew if its record has changed",
    ),
    Entry("too_large", 413, "the message is larger, or nested deeper, than any can be", "send less"),
    Entry("id_reused", 409, "this id was used for something else before", "use a new id"),
    Entry(
        "held_elsewhere",
        409,
        "another server keeps this table",
        "ask the server at the address in the details",
        retry=True,
    ),
)

# --- how the server is
_SERVER = (
    Entry(
        "busy",
        503,
        "more is asked than can be answered now; nothing was done",
        "send the same again, with the same id",
        retry=True,
    ),
    Entry(
        "database_away",
        503,
        "the database does not answer; whether it was done is not known",
        "send the same again, with the same id",
        retry=True,
    ),
    Entry(
        "frozen",
        503,
        "the table stands still because of a defect; its record is whole",
        "call a technician; go on by hand",
        retry=True,
    ),
    Entry("stopping", 503, "the server is stopping", "come back in a few seconds", retry=True),
    Entry(
        "internal",
        500,
        "a fault of the program; it is in the server's log under the reference in the details",
        "tell a technician the reference",
    ),
)

# --- what the house refuses
_HOUSE = (Entry("house_refused", REFUSED, "the house cannot do this as things are", "see the message"),)

_ACCOUNTS = (
    Entry("bad_person", 422, "something said of the person cannot be so", "mend what the message names"),
    Entry("bad_display", 422, "something said of the display cannot be so", "mend what the message names"),
    Entry("weak_pin", 422, "this PIN is too short, too long, or guessed at once", "choose another PIN"),
    Entry("taken", REFUSED, "somebody or something else has this name or badge", "choose another"),
    Entry("no_change", REFUSED, "it is so already", "nothing is to be done"),
    Entry(
        "last_administrator",
        REFUSED,
        "nobody else who can sign in administers",
        "give somebody else the role and a PIN first",
    ),
    Entry("house_full", REFUSED, "the house keeps no more of these", "take away what is not used"),
    Entry("already_set_up", REFUSED, "somebody has an account already", "ask an administrator for an account"),
    Entry(
        "bad_setup_token",
        401,
        "this is not the setup token",
        "copy it from what the server printed when it started; once somebody has an account there is none",
    ),
)

_ALARMS = (
    Entry("alarm_open", REFUSED, "this alarm is open already", "look after the open one"),
    Entry("too_many_alarms", REFUSED, "as many alarms are open as can be", "acknowledge those that are done"),
    Entry("no_such_alarm", 404, "no alarm of this number is open", "look at the list of open alarms again"),
    Entry("alarm_yours", REFUSED, "the alarm is the caller's already", "see to it, and acknowledge it"),
    Entry("alarm_of_another", REFUSED, "somebody else looks after the alarm", "take it over first"),
    Entry("bad_alarm", 422, "the alarm, or the words for it, cannot be kept", "say it in 3 to 500 characters"),
)

_SETS = (
    Entry("no_such_set", 404, "the house has no set of cards of this name", "check the name, or have it received"),
    Entry(
        "set_not_ready", REFUSED, "the set is not where it would have to be for this", "do first what the message says"
    ),
    Entry("seal_differs", REFUSED, "the seal is not that of this set", "keep the set back, and have it looked into"),
    Entry("bad_set", 422, "the set, or what is said of it, cannot be so", "mend what the message names"),
    Entry("too_many_sets", REFUSED, "the house has as many sets as can be", "destroy used sets first"),
)

# --- the record, and devices, over HTTP
_RECORD = (
    Entry("bad_method", 405, "this cannot be asked in this way", "use a method that the header Allow names"),
    Entry("no_such_round", 404, "there is no round of this name", "look for it by table and day"),
    Entry("no_such_version", 404, "the table has no event of this version", "ask for one that it has"),
    Entry("cannot_export", REFUSED, "no script would give this round's settlement", "see the message"),
    Entry("pack_too_large", REFUSED, "the record of the round is larger than a pack may be", "call a technician"),
    Entry("record_broken", 500, "what is recorded is not as it was written", "verify the record; call a technician"),
    Entry("no_grant", 403, "seeing what lay face down is granted to persons, not to roles", "ask an administrator"),
    Entry("bad_device", 422, "such a device, or such a line, cannot be", "mend what the message names"),
    Entry("bad_wish", 422, "this cannot be wanted of a device", "ask for one of those that the message names"),
)  # fmt: skip

_CORE = tuple([Entry(code, REFUSED, text, do) for code, (text, do) in REFUSALS.items()])

CATALOGUE: dict[str, Entry] = {
    entry.code: entry
    for entry in (*_PEOPLE, *_REQUESTS, *_SERVER, *_HOUSE, *_ACCOUNTS, *_ALARMS, *_SETS, *_RECORD, *_CORE)
}


def entry_of(problem: Problem) -> Entry:
    """What the catalogue says of the problem."""
    assert problem.code in CATALOGUE, f"{problem.code} is not in the catalogue"
    return CATALOGUE[problem.code]


def body(problem: Problem) -> dict[str, Any]:
    """What a caller is sent."""
    entry = entry_of(problem)
    return {
        "code": problem.code,
        "message": problem.message,
        "clause": problem.clause,
        "do": entry.do,
        "retry": entry.retry,
        "details": problem.details,
    }
