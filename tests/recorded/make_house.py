"""Record what a made-up house asks, is answered and becomes, as this version does it: `python -m
tests.recorded.make_house FILE`.

Each line is a command and what became of it: the answer as the log would have it, the digest of the house after it, and
what each event says in words. Events as older versions wrote them follow, which no command brings about any more.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.house.decide import apply, decide
from app.house.records import HouseCommand, HouseEvent
from app.house.refusal import Refused
from app.house.refusal_in_words import in_words
from app.house.state import Alarm, Device, House
from app.house.subjects.alarms.commands import AcknowledgeAlarm, RaiseAlarm, TakeAlarm
from app.house.subjects.alarms.events import AlarmRaised, AlarmTaken
from app.house.subjects.card_sets.commands import CountOutSet, DestroySet, IssueSet, ReceiveSet, ReturnSet
from app.house.subjects.devices.commands import (
    AnswerDeviceCommand,
    AttachDevice,
    BindDevice,
    DetachDevice,
    NoteDevice,
    SendDeviceCommand,
)
from app.house.subjects.devices.events import DeviceAttached, DeviceBound, DeviceNoted
from app.house.subjects.people.commands import (
    AddDisplay,
    AddPerson,
    ChangePerson,
    NoteCodeMade,
    NoteDisputePack,
    NoteFaceDownSeen,
    NotePinSet,
    NoteRefusal,
    ReadmitPerson,
    RedeemCode,
    RemoveDisplay,
    SuspendPerson,
)
from app.house.subjects.people.events import CodeRedeemed, PinWasSet
from app.house.subjects.sessions.commands import (
    EndSession,
    GivePassage,
    LockSession,
    RefuseSignIn,
    SignForAct,
    SignIn,
    TakePassage,
    UnlockSession,
)
from app.house.subjects.sessions.events import PersonLocked, SignedForAct, SignInRefused
from app.store.codec import encode
from app.surveillance.house_words import words_of_house
from tests.recorded.make import _digest

SECOND_US = 1_000_000
START_US = 1_800_000_000 * SECOND_US
SHOE = Device("t7-shoe", "7", "shoe", "angel-eye", "/dev/ttyUSB0", (("speed", "9600"),))
LINK = Device("t8-shoe", "8", "continuous", "table-link", "tcp://shoe-8:4001")
HERE, THERE = "10.0.0.7", "2001:db8::17"
HIDES = "a\u202eb"
SEAL, CODE, TOKEN = "cd" * 32, "ef" * 32, "ab" * 32
DAY = "2027-01-15"


def asked() -> Iterator[HouseCommand]:
    """What is asked, one after the other: every kind of command, done and refused."""
    yield from _of_devices()
    yield from _of_people()
    yield from _of_sessions()
    yield from _of_alarms()
    yield from _of_sets()
    yield DetachDevice("t7-shoe")
    yield DetachDevice("t7-shoe")


def _of_devices() -> Iterator[HouseCommand]:
    yield AttachDevice(SHOE)
    yield AttachDevice(SHOE._replace(url="/dev/ttyUSB1"))
    yield AttachDevice(SHOE._replace(url="/dev/ttyUSB1"), "ann", "ann")
    yield AttachDevice(SHOE._replace(url="/dev/ttyUSB1"), "ann", "bob")
    yield AttachDevice(LINK)
    yield AttachDevice(LINK._replace(table="7", name="t7-other"))
    yield AttachDevice(SHOE._replace(name=HIDES))
    yield BindDevice("t8-shoe", "SH-0042", "ann")
    yield BindDevice("t8-shoe", "SH-0042", "ann", "bob")
    yield BindDevice("t9-shoe", "SH-0042", "ann", "bob")
    yield SendDeviceCommand("t7-shoe", "test", "ann")
    yield SendDeviceCommand("t8-shoe", "open the lid", "bob")
    yield SendDeviceCommand("t8-shoe", "open the lid", " ")
    yield AnswerDeviceCommand(1, "no_answer", "")
    yield AnswerDeviceCommand(2, "done", f"the lid {HIDES} is open")
    yield AnswerDeviceCommand(3, "done", "")
    yield NoteDevice("t7-shoe", "lost", f"no answer {HIDES}")
    yield NoteDevice("t7-shoe", "back", "")
    yield NoteDevice("t9-shoe", "alarm", "lamp")


def _of_people() -> Iterator[HouseCommand]:
    yield AddPerson("ada-min", "Ada M.", ("administrator",), pin_seal=SEAL, first=True)
    yield AddPerson("ben-min", "Ben M.", ("administrator",), first=True)
    yield AddPerson("dana-k", "Dana K.", ("dealer",), "4711", "L-9", "2027-06-30")
    yield AddPerson("eve-s", "Eve S.", ("supervisor", "surveillance"), sees_face_down=True, pin_seal=SEAL)
    yield AddPerson("no role", "Nobody", ())
    yield ChangePerson("dana-k", "Dana K.", ("dealer", "supervisor"), "4711", "L-9", "2027-12-31")
    yield ChangePerson("ada-min", "Ada M.", ("auditor",))
    yield ChangePerson("nobody", "N.", ("auditor",))
    yield NotePinSet("dana-k", SEAL, by="ada-min")
    yield NotePinSet("nobody", SEAL)
    yield NoteCodeMade("eve-s", CODE, START_US + 900 * SECOND_US, "ada-min")
    yield RedeemCode("eve-s", CODE, SEAL, THERE, START_US, DAY, "own")
    yield RedeemCode("eve-s", CODE, SEAL, THERE, START_US, DAY)
    yield SuspendPerson("dana-k", "left the house")
    yield SuspendPerson("ada-min", "left the house")
    yield ReadmitPerson("dana-k")
    yield ReadmitPerson("dana-k")
    yield AddDisplay("t7-sign", "7", TOKEN, "d1")
    yield AddDisplay("t8-sign", "8", TOKEN)
    yield AddDisplay("t7-sign", "7", TOKEN)
    yield RemoveDisplay("t8-sign")
    yield RemoveDisplay("t8-sign")
    yield NoteRefusal("nobody", "sign_in", f"no such name {HIDES}", HERE, 3)
    yield NoteRefusal("dana-k", "people.add", "not yours", HERE)
    yield NoteFaceDownSeen("eve-s", "7/2027-01-15/3", HERE)
    yield NoteFaceDownSeen("dana-k", "7/2027-01-15/3", HERE)
    yield NoteDisputePack("eve-s", "7/2027-01-15/3", "a player asks", TOKEN, HERE)


def _of_sessions() -> Iterator[HouseCommand]:
    for nth in range(9):
        at_us = START_US + nth * SECOND_US
        yield SignIn("dana-k", f"s{nth}", TOKEN, HERE, at_us, at_us + 3_600 * SECOND_US, DAY, "own")
    yield SignIn("eve-s", "e1", TOKEN, THERE, START_US, START_US + SECOND_US)
    yield SignIn("dana-k", "late", TOKEN, HERE, START_US, START_US + SECOND_US, "2028-01-01")
    for nth in range(7):
        yield RefuseSignIn("eve-s", f"wrong PIN {HIDES}", THERE, START_US + nth * SECOND_US, True)
    yield RefuseSignIn("nobody", "wrong PIN", THERE, START_US, True)
    yield SignIn("eve-s", "e2", TOKEN, THERE, START_US + 8 * SECOND_US, START_US + 9 * SECOND_US)
    yield SignForAct("dana-k", "fill the float of table 7", HERE, START_US + 10 * SECOND_US, DAY, "own")
    yield SignForAct("nobody", "fill the float of table 7", HERE, START_US)
    yield ReadmitPerson("eve-s")
    yield LockSession("s8")
    yield LockSession("s8")
    yield UnlockSession("s8")
    yield UnlockSession("s8")
    yield GivePassage("s8", CODE)
    yield TakePassage(CODE, SEAL, HERE, START_US + 20 * SECOND_US)
    yield TakePassage(CODE, SEAL, HERE, START_US + 20 * SECOND_US)
    yield NotePinSet("dana-k", SEAL, "s8", "dana-k")
    yield EndSession("s8", "signed out")
    yield EndSession("s8", "signed out")


def _of_alarms() -> Iterator[HouseCommand]:
    yield RaiseAlarm("device_lost", "7", "t7-shoe", f"the shoe does not answer {HIDES}", START_US)
    yield RaiseAlarm("device_lost", "7", "t7-shoe", "the shoe does not answer", START_US)
    yield RaiseAlarm("guessing", "", "", "many wrong PINs are given", START_US)
    yield RaiseAlarm("called", "8", "", "somebody is wanted", START_US)
    yield TakeAlarm(2, "eve-s")
    yield TakeAlarm(2, "dana-k")
    yield TakeAlarm(2, "dana-k")
    yield AcknowledgeAlarm(2, "eve-s", "looked")
    yield AcknowledgeAlarm(2, "dana-k", "looked at the terminal")
    yield AcknowledgeAlarm(3, "eve-s", "was there")
    yield AcknowledgeAlarm(3, "eve-s", "was there")


def _of_sets() -> Iterator[HouseCommand]:
    yield ReceiveSet("set-1", "S-1", "blue", 8, "ann")
    yield ReceiveSet("set-1", "S-2", "blue", 8, "ann")
    yield ReceiveSet("set-2", "S-2", "red", 6, "ann")
    yield IssueSet("set-1", "7", "S-2", "bob")
    yield IssueSet("set-1", "7", "S-1", "bob")
    yield IssueSet("set-2", "8", "S-2", "bob")
    yield ReturnSet("set-1", "bob")
    yield ReturnSet("set-2", "bob", "S-2")
    yield ReturnSet("set-2", "bob", "S-2")
    yield CountOutSet("set-1", 383, ("ann", "bob"))
    yield CountOutSet("set-1", 386, ("ann", "bob"))
    yield CountOutSet("set-1", 384, ("ann", "bob"))
    yield CountOutSet("set-2", 312, ("ann", "bob"))
    yield DestroySet("set-1", ("ann", "ann"))
    yield DestroySet("set-1", ("ann", "bob"))


# As older versions wrote them, before there were signatures, lanes and places.
OLDER: tuple[HouseEvent, ...] = (
    DeviceAttached(SHOE), DeviceBound("t7-shoe", "SH-0001", "ann"), DeviceNoted("t7-shoe", "lost", "no answer"),
    PinWasSet("dana-k"), CodeRedeemed("dana-k", HERE, START_US), SignInRefused("dana-k", "PIN", HERE, 1, True),
    PersonLocked("dana-k", START_US), SignedForAct("dana-k", "count", HERE, START_US), AlarmTaken(9, "ann"),
    AlarmRaised(Alarm(9, "jam", "", "", "a card is stuck", START_US)),
)  # fmt: skip


def recorded() -> Iterator[dict[str, Any]]:
    """What was asked and became of it, one after the other."""
    house = House()
    for command in asked():
        answer = decide(house, command)
        events = () if isinstance(answer, Refused) else answer
        house = after(house, events)
        refused = encode(in_words(answer)) if isinstance(answer, Refused) else None
        yield {"command": encode(command), "refused": refused, **told(house, events)}
    for event in OLDER:
        house = after(house, (event,))
        yield {"command": None, "refused": None, **told(house, (event,))}


def after(house: House, events: tuple[HouseEvent, ...]) -> House:
    """The house after these events."""
    for event in events:
        house = apply(house, event)
    return house


def told(house: House, events: tuple[HouseEvent, ...]) -> dict[str, Any]:
    """What is kept of the events, and of the house after them."""
    words = [words_of_house(event) for event in events]
    return {"events": [encode(event) for event in events], "words": words, "house": _digest(encode(house))}


def main(file: Path) -> None:
    """Write it."""
    lines = [json.dumps(each, separators=(",", ":")) for each in recorded()]
    file.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    print(f"{len(lines)} lines, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
