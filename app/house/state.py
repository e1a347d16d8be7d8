"""What the house is at one moment: its devices and how they were last seen, its people, alarms and sets of cards."""

from typing import Literal, NamedTuple

from app.house.alarm_kinds import AlarmKind
from app.house.dialects import FACTS, Dialect, Role
from app.house.roles import PersonRole

SHOES: tuple[Role, ...] = ("shoe", "continuous")


class Device(NamedTuple):
    """A device of a table: how it is reached, how it speaks, and the serial numbers that were bound to it. `attached`:
    how often one of this name had been detached before, so that one that comes back is told from one that stayed."""

    name: str
    table: str
    role: Role
    """What the device is for."""
    dialect: Dialect
    """How the device speaks."""
    url: str
    """How the device is reached."""
    options: tuple[tuple[str, str], ...] = ()
    """How the line is set: names and values."""
    serials: tuple[str, ...] = ()
    """The serial numbers that were bound."""
    attached: int = 0
    """How often one of this name had been detached before it came."""


PlaceKind = Literal["shoe", "shuffler", "reader"]


class DevicePlace(NamedTuple):
    """A place at a table at which one device can stand; a continuous shuffler stands where a shoe does."""

    table: str
    kind: PlaceKind
    """What stands there: a shoe (a continuous shuffler too), a shuffler or a reader."""


class Note(NamedTuple):
    """The last that was noted of a device."""

    device: str
    what: str
    """What was noted."""
    words: str


class Wish(NamedTuple):
    """What a person has asked of a device, by its number in this log."""

    number: int
    """The number of the wish."""
    device: str
    wanted: str
    """What is wanted of the device."""
    by: str


class Tried(NamedTuple):
    """How often one name was tried in vain in a lane (see `subjects/sessions/tries`), when last, and until when it
    waits."""

    lane: str
    """From which side it was tried: elsewhere, at a place, in a session, or by a person."""
    failures: int
    """How many wrong PINs in a row."""
    last_us: int
    """When last, in microseconds since 1970."""
    locked_until_us: int = 0
    """Until when that lane has to wait, in microseconds since 1970."""


class Place(NamedTuple):
    """A place at which somebody of the house has signed in, and when last. `person`: who alone did; "" if several."""

    where: str
    last_us: int
    person: str = ""


class Person(NamedTuple):
    """Somebody with an account: `name` stands in every record, `badge` is what a reader at the terminal reads.
    `licensed_through` is a day (year-month-day). `sees_face_down` is a grant of its own, for surveillance. `tries`:
    wrong PINs in a row, by lane; `failures` and `locked_until_us` are how many that are, and the last wait. `pin_seal`
    is the SHA-256 of what is kept of the PIN elsewhere, hashed with a salt that is not here: it says which hash is the
    one, and tells nothing of the PIN; "" without a PIN. `code_seal`: the same of a one-time code, which is good until
    `code_until_us`, for choosing a PIN once; "" without one. `pin_by`: who gave the PIN, or the code with which it was
    chosen, and may know it; `code_by`: the same of the code; "" if it was nobody with an account. `unlocked`: how often
    that was done since the right PIN was given."""

    name: str
    """The name that stands in every record."""
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False
    suspended: bool = False
    """Whether the account may not be used."""
    failures: int = 0
    """How many wrong PINs in a row, in all lanes together."""
    locked_until_us: int = 0
    """Until when the lane that waits longest has to wait, in microseconds since 1970."""
    pin_seal: str = ""
    code_seal: str = ""
    """The SHA-256 of what is kept of the one-time code; empty without one."""
    code_until_us: int = 0
    """Until when the one-time code is good, in microseconds since 1970."""
    pin_by: str = ""
    """Who gave the PIN, or the code with which it was chosen, and may know it; empty if nobody else does."""
    code_by: str = ""
    """Who made the one-time code; empty without one."""
    tries: tuple[Tried, ...] = ()
    """The wrong PINs in a row, by lane."""
    unlocked: int = 0
    """How often supervisors have unlocked the name since its last right PIN."""


class Session(NamedTuple):
    """Somebody is signed in, from somewhere. Of the token the SHA-256 is kept; so it is of the `tokens` that other
    servers gave for the same session, and of the `passages` with which a browser may still be given one. `locked`: it
    does nothing until its person gives the PIN."""

    id: str
    """The id of the session."""
    person: str
    """Whose it is."""
    token_hash: str
    where: str
    opened_us: int
    """When it began, in microseconds since 1970."""
    expires_us: int
    tokens: tuple[str, ...] = ()
    """The SHA-256 of the tokens that other servers gave for the session."""
    passages: tuple[str, ...] = ()
    """The SHA-256 of the passages that were given and not shown yet."""
    locked: bool = False
    """Whether it does nothing until its person gives the PIN."""


class Display(NamedTuple):
    """A sign at one table, which may only look. Of its token the SHA-256 is kept; `session` is another one when it is
    taken away and added again."""

    id: str
    """The id of the display."""
    table: str
    token_hash: str
    session: str = ""
    """The id of the session of this display."""


class Alarm(NamedTuple):
    """Something that a person has to look at, until it is done. `about` tells two of a kind apart."""

    number: int
    """The number of the alarm."""
    kind: AlarmKind
    """What kind of alarm it is."""
    table: str
    about: str
    """What it is about: it tells two of a kind apart."""
    words: str
    raised_us: int
    """When it was raised, in microseconds since 1970."""
    owner: str | None = None
    """Who looks after it; nothing: nobody yet."""


SetState = Literal["sealed", "in_use", "returned", "counted_out"]


class CardStock(NamedTuple):
    """A set of cards of the house, from its seal to its end. `table`: where it is, or was last; `missing`: how many
    cards it lacked when it was counted out, or (negative) had too many."""

    id: str
    """The id of the set of cards."""
    seal: str
    """The seal."""
    colour: str
    decks: int
    state: SetState = "sealed"
    """Where the set is in its life."""
    table: str | None = None
    missing: int = 0
    """How many cards of the set are missing; fewer than none: too many."""


class House(NamedTuple):
    """The house. `wishes` waits for answers, the oldest first; `wished` and `alarmed` are the numbers of the last.
    `alarms` are the open ones; a set that was destroyed is in the log and not here, but counts among those received.
    `places`: where people have signed in of late, the latest last. `detached`: how often a device of each name was.
    `once_read`: the places at tables that a trusted device has left, since whatever comes there next takes two
    people."""

    devices: tuple[Device, ...] = ()
    notes: tuple[Note, ...] = ()
    wishes: tuple[Wish, ...] = ()
    wished: int = 0
    people: tuple[Person, ...] = ()
    sessions: tuple[Session, ...] = ()
    displays: tuple[Display, ...] = ()
    alarms: tuple[Alarm, ...] = ()
    alarmed: int = 0
    card_sets: tuple[CardStock, ...] = ()
    sets_received: int = 0
    places: tuple[Place, ...] = ()
    detached: tuple[tuple[str, int], ...] = ()
    once_read: tuple[DevicePlace, ...] = ()


def device_of(house: House, name: str) -> Device | None:
    """The device of this name."""
    return next((device for device in house.devices if device.name == name), None)


def devices_of(house: House, table: str) -> tuple[Device, ...]:
    """The devices of the table."""
    return tuple([device for device in house.devices if device.table == table])


def place_at(device: Device) -> DevicePlace:
    """The place at its table at which the device stands."""
    return DevicePlace(device.table, "shoe" if device.role == "continuous" else device.role)


def is_trusted(device: Device) -> bool:
    """Whether the table plays what the device reports: its serial number is bound, or its dialect has none."""
    return bool(device.serials) or not FACTS[device.dialect].serials


def signed_places(house: House) -> tuple[DevicePlace, ...]:
    """The places at tables at which a change of device or line takes two people."""
    now = [place_at(device) for device in house.devices if is_trusted(device)]
    return tuple(sorted({*now, *house.once_read}))


def person_of(house: House, name: str) -> Person | None:
    """The person of this name."""
    return next((person for person in house.people if person.name == name), None)


def alarm_of(house: House, number: int) -> Alarm | None:
    """The open alarm of this number."""
    return next((alarm for alarm in house.alarms if alarm.number == number), None)


def open_alarm(house: House, kind: AlarmKind, table: str, about: str) -> Alarm | None:
    """The open alarm of this kind, at this table, about this."""
    wanted = (kind, table, about)
    return next((alarm for alarm in house.alarms if (alarm.kind, alarm.table, alarm.about) == wanted), None)


def card_set_of(house: House, set_id: str) -> CardStock | None:
    """The set of cards of this name."""
    return next((each for each in house.card_sets if each.id == set_id), None)


def session_of(house: House, id_: str) -> Session | None:
    """The session of this id."""
    return next((session for session in house.sessions if session.id == id_), None)


def display_of(house: House, id_: str) -> Display | None:
    """The display of this id."""
    return next((display for display in house.displays if display.id == id_), None)
