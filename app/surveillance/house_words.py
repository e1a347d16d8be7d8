"""What each event of the house says, in words that need no knowledge of the program; nothing that is made of a token or
a PIN is in them.

Who asked for it stands beside the event. One small function an event.
"""

from collections.abc import Callable
from typing import Any

from app.house import events as e
from app.house.state import Person
from app.language.phrases import listed, spaced
from app.printable_records import shown_in

Words = Callable[[Any], str]


def words_of_house(event: e.HouseEvent) -> str:
    """What happened."""
    return WORDS[type(event)](shown_in(event))


# --- devices


def _attached(event: e.DeviceAttached) -> str:
    device = event.device
    signed = f", signed by {event.by} and {event.beside}" if event.beside else ""
    return (
        f"table {device.table} has the {device.role} {device.name}, reached at {device.url} ({device.dialect}){signed}"
    )


def _bound(event: e.DeviceBound) -> str:
    signed = f"{event.by} and {event.beside}" if event.beside else event.by
    return f"{signed} bound the serial number {event.serial} to the device {event.name}"


def _wished(event: e.DeviceWished) -> str:
    return f"{event.by} wanted of the device {event.name}: {event.wanted} (wish {event.number})"


def _answered(event: e.WishAnswered) -> str:
    return f"wish {event.number}: {spaced(event.outcome)}{_said(event.words)}"


def _noted(event: e.DeviceNoted) -> str:
    where = f" of table {event.table}" if event.table else ""
    return f"the device {event.name}{where}: {event.what}{_said(event.words)}"


def _said(words: str) -> str:
    return f", {words}" if words else ""


# --- people


def _added(event: e.PersonAdded) -> str:
    return f"{event.person.name} got an account: {_account(event.person)}"


def _changed(event: e.PersonChanged) -> str:
    return f"the account of {event.person.name} is now: {_account(event.person)}"


def _account(person: Person) -> str:
    parts = [person.shown, listed(list(person.roles))]
    parts += [f"badge {person.badge}"] if person.badge else []
    parts += [f"licence {person.licence}"] if person.licence else []
    parts += [f"licensed through {person.licensed_through}"] if person.licensed_through else []
    parts += ["may see what lay face down"] if person.sees_face_down else []
    return ", ".join(parts)


def _suspended(event: e.PersonSuspended) -> str:
    return f"{event.name} was suspended: {event.reason}"


def _pin_set(event: e.PinWasSet) -> str:
    return f"{event.name} has a new PIN; {'every other session' if event.session else 'every session'} has ended"


def _code_made(event: e.CodeMade) -> str:
    return f"{event.name} was given a one-time code"


def _code_redeemed(event: e.CodeRedeemed) -> str:
    return f"{event.name} chose a PIN with the one-time code at {event.where}"


def _signed_in(event: e.SignedIn) -> str:
    return f"{event.session.person} signed in from {event.session.where} (session {event.session.id})"


def _sign_in_refused(event: e.SignInRefused) -> str:
    return f"{event.name} was refused at {event.where}: {event.why}"


def _signed_for_act(event: e.SignedForAct) -> str:
    return f"{event.name} gave the PIN for {event.act} at {event.where}"


def _session_ended(event: e.SessionEnded) -> str:
    return f"{event.person} is signed out: {event.reason} (session {event.session})"


def _display_added(event: e.DisplayAdded) -> str:
    return f"the sign {event.display.id} may look at table {event.display.table}"


def _refusal(event: e.Refusal) -> str:
    times = f", {event.times} times" if event.times > 1 else ""
    return f"{event.who} at {event.where} was refused {event.action}: {event.why}{times}"


def _face_down_seen(event: e.FaceDownSeen) -> str:
    return f"{event.name} was shown what lay face down in round {event.round}, at {event.where}"


def _pack_exported(event: e.DisputePackExported) -> str:
    what = f"a dispute pack of round {event.round} (SHA-256 {event.sha256})"
    return f"{event.name} was handed {what}, at {event.where}: {event.reason}"


# --- alarms


def _raised(event: e.AlarmRaised) -> str:
    alarm = event.alarm
    where = f" at table {alarm.table}" if alarm.table else ""
    return f"alarm {alarm.number}{where}, {spaced(alarm.kind)}: {alarm.words}"


def _taken(event: e.AlarmTaken) -> str:
    instead = f", in place of {event.instead_of}" if event.instead_of else ""
    return f"{event.by} looks after alarm {event.number}{instead}"


def _acknowledged(event: e.AlarmAcknowledged) -> str:
    return f"{event.by} acknowledged alarm {event.number}: {event.words}"


def _ended(event: e.AlarmEnded) -> str:
    return f"alarm {event.number} is over: {event.words}"


# --- sets of cards


def _received(event: e.SetReceived) -> str:
    stock = event.card_set
    return f"{event.by} received the {stock.colour} set {stock.id} of {stock.decks} decks under the seal {stock.seal}"


def _counted(event: e.SetCountedOut) -> str:
    odd = "none missing" if not event.missing else f"{event.missing} missing"
    odd = f"{-event.missing} too many" if event.missing < 0 else odd
    return f"{listed(list(event.by))} counted {event.cards} cards in set {event.set_id}: {odd}"


def _destroyed(event: e.SetDestroyed) -> str:
    return f"set {event.set_id} was destroyed before {listed(list(event.by))}"


WORDS: dict[type, Words] = {
    e.DeviceAttached: _attached,
    e.DeviceDetached: lambda event: f"the device {event.name} left its table",
    e.DeviceBound: _bound,
    e.DeviceWished: _wished,
    e.WishAnswered: _answered,
    e.DeviceNoted: _noted,
    e.PersonAdded: _added,
    e.PersonChanged: _changed,
    e.PersonSuspended: _suspended,
    e.PersonReadmitted: lambda event: f"{event.name} may use the account again",
    e.PinWasSet: _pin_set,
    e.CodeMade: _code_made,
    e.CodeRedeemed: _code_redeemed,
    e.SignedIn: _signed_in,
    e.SignInRefused: _sign_in_refused,
    e.PersonLocked: lambda event: f"after too many wrong PINs nobody signs in as {event.name} for a while",
    e.SignedForAct: _signed_for_act,
    e.SessionEnded: _session_ended,
    e.SessionLocked: lambda event: f"{event.person}'s screens are locked (session {event.session})",
    e.SessionUnlocked: lambda event: f"{event.person} unlocked the screens with the PIN (session {event.session})",
    e.PassageGiven: lambda event: f"{event.person} may go on at another server (session {event.session})",
    e.PassageTaken: lambda event: f"{event.person} goes on at another server (session {event.session})",
    e.DisplayAdded: _display_added,
    e.DisplayRemoved: lambda event: f"the sign {event.display} may look no more",
    e.Refusal: _refusal,
    e.FaceDownSeen: _face_down_seen,
    e.DisputePackExported: _pack_exported,
    e.AlarmRaised: _raised,
    e.AlarmTaken: _taken,
    e.AlarmAcknowledged: _acknowledged,
    e.AlarmEnded: _ended,
    e.SetReceived: _received,
    e.SetIssued: lambda event: f"{event.by} issued set {event.set_id} to table {event.table}",
    e.SetReturned: lambda event: f"{event.by} took set {event.set_id} back",
    e.SetPutBack: lambda event: f"{event.by} took set {event.set_id} back, its seal whole",
    e.SetCountedOut: _counted,
    e.SetDestroyed: _destroyed,
}
