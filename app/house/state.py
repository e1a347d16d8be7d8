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
    dialect: Dialect
    url: str
    options: tuple[tuple[str, str], ...] = ()
    serials: tuple[str, ...] = ()
    attached: int = 0


PlaceKind = Literal["shoe", "shuffler", "reader"]


class DevicePlace(NamedTuple):
    """A place at a table at which one device can stand; a continuous shuffler stands where a shoe does."""

    table: str
    kind: PlaceKind


class Note(NamedTuple):
    """The last that was noted of a device."""

    device: str
    what: str
    words: str


class Wish(NamedTuple):
    """What a person has asked of a device, by its number in this log."""

    number: int
    device: str
    wanted: str
    by: str


class Tried(NamedTuple):
    """How often one name was tried in vain in a lane (see `subjects/sessions/tries`), when last, and until when it
    waits."""

    lane: str
    failures: int
    last_us: int
    locked_until_us: int = 0


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
    shown: str
    roles: tuple[PersonRole, ...]
    badge: str | None = None
    licence: str | None = None
    licensed_through: str | None = None
    sees_face_down: bool = False
    suspended: bool = False
    failures: int = 0
    locked_until_us: int = 0
    pin_seal: str = ""
    code_seal: str = ""
    code_until_us: int = 0
    pin_by: str = ""
    code_by: str = ""
    tries: tuple[Tried, ...] = ()
    unlocked: int = 0


class Session(NamedTuple):
    """Somebody is signed in, from somewhere. Of the token the SHA-256 is kept; so it is of the `tokens` that other
    servers gave for the same session, and of the `passages` with which a browser may still be given one. `locked`: it
    does nothing until its person gives the PIN."""

    id: str
    person: str
    token_hash: str
    where: str
    opened_us: int
    expires_us: int
    tokens: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    locked: bool = False


class Display(NamedTuple):
    """A sign at one table, which may only look. Of its token the SHA-256 is kept; `session` is another one when it is
    taken away and added again."""

    id: str
    table: str
    token_hash: str
    session: str = ""


class Alarm(NamedTuple):
    """Something that a person has to look at, until it is done. `about` tells two of a kind apart."""

    number: int
    kind: AlarmKind
    table: str
    about: str
    words: str
    raised_us: int
    owner: str | None = None


SetState = Literal["sealed", "in_use", "returned", "counted_out"]


class CardStock(NamedTuple):
    """A set of cards of the house, from its seal to its end. `table`: where it is, or was last; `missing`: how many
    cards it lacked when it was counted out, or (negative) had too many."""

    id: str
    seal: str
    colour: str
    decks: int
    state: SetState = "sealed"
    table: str | None = None
    missing: int = 0


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
