"""What the house accepts and refuses, in words; and that what it accepts is what it then is."""

import pytest

from app.house.decide import apply, decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import Device, DevicePlace, House, device_of, devices_of, signed_places
from app.house.subjects.devices import commands as c
from app.house.subjects.devices.decide import MOST_WISHES
from app.house.subjects.devices.events import DeviceAttached, DeviceCommandAnswered
from app.language.rendering import say
from tests.house.decided import house

SHOE = Device("t7-shoe", "7", "shoe", "table-link", "socket://host:4001")
READER = Device("t7-reader", "7", "reader", "table-link", "socket://host:4002")


def refused(before: House, command: HouseCommand) -> str:
    answer = decide(before, command)
    assert isinstance(answer, Refused), answer
    return say(answer.message)


def test_a_device_comes_is_bound_and_goes() -> None:
    at = house(c.AttachDevice(SHOE), c.AttachDevice(READER), c.BindDevice("t7-shoe", "SH-0042", "one", "two"))
    assert devices_of(at, "7") == (READER, SHOE._replace(serials=("SH-0042",)))
    assert device_of(at, "t8-shoe") is None
    at = house(c.AttachDevice(SHOE), c.NoteDevice("t7-shoe", "lost", "gone"), c.DetachDevice("t7-shoe"))
    assert at == House(detached=(("t7-shoe", 1),))
    at = house(c.AttachDevice(SHOE), c.DetachDevice("t7-shoe"), c.AttachDevice(SHOE), c.AttachDevice(SHOE))
    assert devices_of(at, "7") == (SHOE._replace(attached=1),), "it came another time, and stayed"


BOUND = (c.AttachDevice(SHOE), c.BindDevice("t7-shoe", "SH-0042", "one", "two"))
ANGEL_EYE = SHOE._replace(dialect="angel-eye", url="socket://host:4009")


def signed(device: Device) -> c.AttachDevice:
    return c.AttachDevice(device, "one", "two")


def test_another_url_keeps_what_was_bound_and_another_role_does_not() -> None:
    moved = house(*BOUND, signed(SHOE._replace(url="/dev/ttyUSB0")))
    assert moved.devices[0].serials == ("SH-0042",) and moved.devices[0].url == "/dev/ttyUSB0"
    other = house(*BOUND, signed(SHOE._replace(role="continuous")))
    assert other.devices[0].serials == ()


@pytest.mark.parametrize(
    ("before", "device"),
    [
        (BOUND, SHOE._replace(url="socket://host:4009")),
        (BOUND, SHOE._replace(dialect="angel-eye")),
        (BOUND, SHOE._replace(role="continuous")),
        (BOUND, SHOE._replace(url="socket://host:4001?baud=9600")),
        ((c.AttachDevice(ANGEL_EYE),), ANGEL_EYE._replace(options=(("seq_after_nine", "0"),))),
        ((c.AttachDevice(ANGEL_EYE),), SHOE),
        ((*BOUND, c.DetachDevice("t7-shoe")), ANGEL_EYE),
        ((*BOUND, c.DetachDevice("t7-shoe")), SHOE),
        ((*BOUND, c.DetachDevice("t7-shoe")), SHOE._replace(name="t7-other", role="continuous")),
        ((*BOUND, c.DetachDevice("t7-shoe"), signed(SHOE)), ANGEL_EYE),
        ((*BOUND, signed(SHOE._replace(role="shuffler"))), ANGEL_EYE._replace(name="t7-other")),
        ((*BOUND, signed(SHOE._replace(role="shuffler")), c.DetachDevice("t7-shoe")), ANGEL_EYE),
        ((c.AttachDevice(READER), c.BindDevice("t7-reader", "R-1", "one", "two")), READER._replace(url="/dev/ttyUSB0")),
    ],
)
def test_two_people_sign_for_another_line_where_a_device_was_read(
    before: tuple[HouseCommand, ...], device: Device
) -> None:
    at = house(*before)
    alone = decide(at, c.AttachDevice(device, "one"))
    assert isinstance(alone, Refused) and alone.code == "signature_needed"
    assert "at table 7 is read from another device or line" in say(alone.message) and "--by" in say(alone.message)
    for by, beside in (("one", "one"), ("", "two"), (" ", "two")):
        same = decide(at, c.AttachDevice(device, by, beside))
        assert isinstance(same, Refused) and same.code == "same_person"
    both = decide(at, signed(device))
    assert isinstance(both, tuple) and isinstance(both[0], DeviceAttached)
    assert (both[0].by, both[0].beside) == ("one", "two")


@pytest.mark.parametrize(
    ("before", "device"),
    [
        ((), ANGEL_EYE),
        ((c.AttachDevice(SHOE),), SHOE._replace(url="/dev/ttyUSB0")),  # not bound: nothing that it told was played
        ((c.AttachDevice(SHOE), c.DetachDevice("t7-shoe")), SHOE._replace(url="/dev/ttyUSB0")),
        (BOUND, SHOE),
        (BOUND, READER),
        ((*BOUND, c.DetachDevice("t7-shoe")), SHOE._replace(name="t8-shoe", table="8")),
    ],
)
def test_one_person_attaches_where_nothing_was_read(before: tuple[HouseCommand, ...], device: Device) -> None:
    assert not isinstance(decide(house(*before), c.AttachDevice(device, "one")), Refused)


def test_one_person_detaches_a_bound_device() -> None:
    """A device that breaks in the middle of a shift is taken away at once: that forges no card."""
    at = house(*BOUND, c.DetachDevice("t7-shoe"))
    assert at.devices == () and signed_places(at) == (DevicePlace("7", "shoe"),)
    again = house(*BOUND, c.DetachDevice("t7-shoe"), signed(SHOE), c.DetachDevice("t7-shoe"))
    assert (at.detached, again.detached) == ((("t7-shoe", 1),), (("t7-shoe", 2),))
    assert again._replace(detached=at.detached) == at


def test_whoever_attaches_binds_nothing() -> None:
    at = house(c.AttachDevice(SHOE._replace(serials=("SH-0666",))))
    assert at.devices[0].serials == ()


@pytest.mark.parametrize(
    ("device", "words"),
    [
        (SHOE._replace(name=""), "1 to 40 letters"),
        (SHOE._replace(name="t7 shoe"), "1 to 40 letters"),
        (SHOE._replace(name="../../etc"), "1 to 40 letters"),
        (SHOE._replace(name="x" * 41), "1 to 40 letters"),
        (SHOE._replace(role="toaster"), "'toaster' is none of shoe, shuffler, continuous, reader"),  # type: ignore[arg-type]
        (SHOE._replace(dialect="klingon"), "'klingon' is none of"),  # type: ignore[arg-type]
        (SHOE._replace(dialect="bee-tek", role="reader"), "No reader speaks bee-tek; it is spoken by: shoe."),
        (SHOE._replace(url=""), "Say at which table the device is, and its URL."),
        (SHOE._replace(table=""), "Say at which table the device is, and its URL."),
        (SHOE._replace(name="t7-other", url="x"), "Table 7 has t7-shoe as its shoe: detach that first."),
        (SHOE._replace(name="t7-other", role="continuous", url="x"), "Table 7 has t7-shoe as its shoe"),
        (SHOE._replace(name="t8-shoe", table="8"), "socket://host:4001 is the line of t7-shoe."),
        (SHOE._replace(table="8"), "t7-shoe is at table 7: detach it there first."),
    ],
)
def test_a_device_that_cannot_be_attached(device: Device, words: str) -> None:
    assert words in refused(house(c.AttachDevice(SHOE)), c.AttachDevice(device))


@pytest.mark.parametrize(
    ("first", "same", "another"),
    [
        ("socket://host:4001", "rfc2217://HOST.:4001?baud=9600", "socket://host:4002"),
        ("socket://[2001:db8::1]:4001", "socket://[2001:DB8:0::1]:4001", "socket://[2001:db8::2]:4001"),
        ("/dev/ttyUSB0", "/dev/ttyUSB0?baud=4800", "/dev/ttyUSB1"),
        ("carrier-pigeon://[loft", "carrier-pigeon://[loft", "carrier-pigeon://[attic"),
    ],
)
def test_a_line_is_one_device_s_however_it_is_written(first: str, same: str, another: str) -> None:
    at = house(c.AttachDevice(SHOE._replace(url=first)))
    other = SHOE._replace(name="t8-shoe", table="8")
    assert refused(at, c.AttachDevice(other._replace(url=same))) == f"{same} is the line of t7-shoe."
    assert not isinstance(decide(at, c.AttachDevice(other._replace(url=another))), Refused)
    assert not isinstance(decide(at, c.AttachDevice(SHOE._replace(url=same))), Refused)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.DetachDevice("t8-shoe"), "There is no device 't8-shoe'; there are: t7-reader, t7-shoe."),
        (c.BindDevice("t8-shoe", "SH-1", "one"), "There is no device"),
        (c.BindDevice("t7-shoe", "SH-0042", "one", "two"), "has the serial number 'SH-0042' already"),
        (c.BindDevice("t7-shoe", "", "one"), "or that is none"),
        (c.BindDevice("t7-shoe", "SH-1", " "), "Say who binds the device."),
        (c.BindDevice("t7-reader", "SH-0042", "one", "two"), "SH-0042 is bound to t7-shoe: detach that first."),
        (c.BindDevice("t7-shoe", "SH-1", "one"), "Two different people bind a device"),
        (c.BindDevice("t7-shoe", "SH-1", "one", " "), "Two different people bind a device"),
        (c.BindDevice("t7-shoe", "SH-1", "one", "one"), "Two different people bind a device"),
        (c.SendDeviceCommand("t8-shoe", "count", "one"), "There is no device"),
        (c.SendDeviceCommand("t7-shoe", "count", ""), "Say who wants it."),
        (c.AnswerDeviceCommand(3, "done", ""), "Nothing of the number 3 is wanted."),
        (c.NoteDevice("t8-shoe", "lost", ""), "There is no device"),
    ],
)
def test_what_the_house_refuses(command: HouseCommand, words: str) -> None:
    at = house(c.AttachDevice(SHOE), c.AttachDevice(READER), c.BindDevice("t7-shoe", "SH-0042", "one", "two"))
    assert words in refused(at, command)


def test_an_empty_house_says_so() -> None:
    assert refused(House(), c.DetachDevice("t7-shoe")).endswith("there are: none.")


def test_wishes_are_numbered_and_answered_once() -> None:
    wishes = [c.SendDeviceCommand("t7-shoe", "count", "one") for _ in range(3)]
    at = house(c.AttachDevice(SHOE), *wishes, c.AnswerDeviceCommand(2, "done", "383 left"))
    assert [wish.number for wish in at.wishes] == [1, 3] and at.wished == 3
    assert "Nothing of the number 2" in refused(at, c.AnswerDeviceCommand(2, "done", ""))
    gone = apply(at, decide(at, c.DetachDevice("t7-shoe"))[0])  # type: ignore[index]
    assert gone.wishes == () and gone.wished == 3, "no number comes twice"


def test_wishes_that_nobody_answers_end_somewhere() -> None:
    at = house(c.AttachDevice(SHOE), *[c.SendDeviceCommand("t7-shoe", "count", "one")] * MOST_WISHES)
    assert "is a server running?" in refused(at, c.SendDeviceCommand("t7-shoe", "count", "one"))


def test_one_who_wants_without_end_keeps_nobody_else_waiting() -> None:
    at = house(c.AttachDevice(SHOE), *[c.SendDeviceCommand("t7-shoe", "count", "one")] * MOST_WISHES)
    for _ in range(MOST_WISHES // 2):
        events = decide(at, c.SendDeviceCommand("t7-shoe", "lock", "two"))
        assert not isinstance(events, Refused)
        for event in events:
            at = apply(at, event)
    waiting = [wish.by for wish in at.wishes]
    assert waiting == ["one"] * (MOST_WISHES // 2) + ["two"] * (MOST_WISHES // 2)
    assert [wish.number for wish in at.wishes][:2] == [1, 2], "what one wanted first stays"
    for name in ("one", "two"):
        assert "is a server running?" in refused(at, c.SendDeviceCommand("t7-shoe", "count", name))
    gave_up, _ = decide(at, c.SendDeviceCommand("t7-shoe", "count", "three"))  # type: ignore[misc]
    assert (
        isinstance(gave_up, DeviceCommandAnswered) and gave_up.outcome == "no_answer" and "ask again" in gave_up.words
    )


def test_the_last_note_of_a_device_stands() -> None:
    at = house(c.AttachDevice(SHOE), c.NoteDevice("t7-shoe", "lost", "a"), c.NoteDevice("t7-shoe", "back", "b"))
    assert [(note.what, note.words) for note in at.notes] == [("back", "b")]
