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

from app.house import commands as c
from app.house import events as e
from app.house.decide import apply, decide
from app.house.refused import Refused
from app.house.state import Alarm, Device, House
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


def asked() -> Iterator[c.HouseCommand]:
    """What is asked, one after the other: every kind of command, done and refused."""
    yield from _of_devices()
    yield from _of_people()
    yield from _of_sessions()
    yield from _of_alarms()
    yield from _of_sets()
    yield c.DetachDevice("t7-shoe")
    yield c.DetachDevice("t7-shoe")


def _of_devices() -> Iterator[c.HouseCommand]:
    yield c.AttachDevice(SHOE)
    yield c.AttachDevice(SHOE._replace(url="/dev/ttyUSB1"))
    yield c.AttachDevice(SHOE._replace(url="/dev/ttyUSB1"), "ann", "ann")
    yield c.AttachDevice(SHOE._replace(url="/dev/ttyUSB1"), "ann", "bob")
    yield c.AttachDevice(LINK)
    yield c.AttachDevice(LINK._replace(table="7", name="t7-other"))
    yield c.AttachDevice(SHOE._replace(name=HIDES))
    yield c.BindDevice("t8-shoe", "SH-0042", "ann")
    yield c.BindDevice("t8-shoe", "SH-0042", "ann", "bob")
    yield c.BindDevice("t9-shoe", "SH-0042", "ann", "bob")
    yield c.WishOfDevice("t7-shoe", "test", "ann")
    yield c.WishOfDevice("t8-shoe", "open the lid", "bob")
    yield c.WishOfDevice("t8-shoe", "open the lid", " ")
    yield c.AnswerWish(1, "no_answer", "")
    yield c.AnswerWish(2, "done", f"the lid {HIDES} is open")
    yield c.AnswerWish(3, "done", "")
    yield c.NoteDevice("t7-shoe", "lost", f"no answer {HIDES}")
    yield c.NoteDevice("t7-shoe", "back", "")
    yield c.NoteDevice("t9-shoe", "alarm", "lamp")


def _of_people() -> Iterator[c.HouseCommand]:
    yield c.AddPerson("ada-min", "Ada M.", ("administrator",), pin_seal=SEAL, first=True)
    yield c.AddPerson("ben-min", "Ben M.", ("administrator",), first=True)
    yield c.AddPerson("dana-k", "Dana K.", ("dealer",), "4711", "L-9", "2027-06-30")
    yield c.AddPerson("eve-s", "Eve S.", ("supervisor", "surveillance"), sees_face_down=True, pin_seal=SEAL)
    yield c.AddPerson("no role", "Nobody", ())
    yield c.ChangePerson("dana-k", "Dana K.", ("dealer", "supervisor"), "4711", "L-9", "2027-12-31")
    yield c.ChangePerson("ada-min", "Ada M.", ("auditor",))
    yield c.ChangePerson("nobody", "N.", ("auditor",))
    yield c.NotePinSet("dana-k", SEAL, by="ada-min")
    yield c.NotePinSet("nobody", SEAL)
    yield c.NoteCodeMade("eve-s", CODE, START_US + 900 * SECOND_US, "ada-min")
    yield c.RedeemCode("eve-s", CODE, SEAL, THERE, START_US, DAY, "own")
    yield c.RedeemCode("eve-s", CODE, SEAL, THERE, START_US, DAY)
    yield c.SuspendPerson("dana-k", "left the house")
    yield c.SuspendPerson("ada-min", "left the house")
    yield c.ReadmitPerson("dana-k")
    yield c.ReadmitPerson("dana-k")
    yield c.AddDisplay("t7-sign", "7", TOKEN, "d1")
    yield c.AddDisplay("t8-sign", "8", TOKEN)
    yield c.AddDisplay("t7-sign", "7", TOKEN)
    yield c.RemoveDisplay("t8-sign")
    yield c.RemoveDisplay("t8-sign")
    yield c.NoteRefusal("nobody", "sign_in", f"no such name {HIDES}", HERE, 3)
    yield c.NoteRefusal("dana-k", "people.add", "not yours", HERE)
    yield c.NoteFaceDownSeen("eve-s", "7/2027-01-15/3", HERE)
    yield c.NoteFaceDownSeen("dana-k", "7/2027-01-15/3", HERE)
    yield c.NoteDisputePack("eve-s", "7/2027-01-15/3", "a player asks", TOKEN, HERE)


def _of_sessions() -> Iterator[c.HouseCommand]:
    for nth in range(9):
        at_us = START_US + nth * SECOND_US
        yield c.SignIn("dana-k", f"s{nth}", TOKEN, HERE, at_us, at_us + 3_600 * SECOND_US, DAY, "own")
    yield c.SignIn("eve-s", "e1", TOKEN, THERE, START_US, START_US + SECOND_US)
    yield c.SignIn("dana-k", "late", TOKEN, HERE, START_US, START_US + SECOND_US, "2028-01-01")
    for nth in range(7):
        yield c.RefuseSignIn("eve-s", f"wrong PIN {HIDES}", THERE, START_US + nth * SECOND_US, True)
    yield c.RefuseSignIn("nobody", "wrong PIN", THERE, START_US, True)
    yield c.SignIn("eve-s", "e2", TOKEN, THERE, START_US + 8 * SECOND_US, START_US + 9 * SECOND_US)
    yield c.SignForAct("dana-k", "fill the float of table 7", HERE, START_US + 10 * SECOND_US, DAY, "own")
    yield c.SignForAct("nobody", "fill the float of table 7", HERE, START_US)
    yield c.ReadmitPerson("eve-s")
    yield c.LockSession("s8")
    yield c.LockSession("s8")
    yield c.UnlockSession("s8")
    yield c.UnlockSession("s8")
    yield c.GivePassage("s8", CODE)
    yield c.TakePassage(CODE, SEAL, HERE, START_US + 20 * SECOND_US)
    yield c.TakePassage(CODE, SEAL, HERE, START_US + 20 * SECOND_US)
    yield c.NotePinSet("dana-k", SEAL, "s8", "dana-k")
    yield c.EndSession("s8", "signed out")
    yield c.EndSession("s8", "signed out")


def _of_alarms() -> Iterator[c.HouseCommand]:
    yield c.RaiseAlarm("device_lost", "7", "t7-shoe", f"the shoe does not answer {HIDES}", START_US)
    yield c.RaiseAlarm("device_lost", "7", "t7-shoe", "the shoe does not answer", START_US)
    yield c.RaiseAlarm("guessing", "", "", "many wrong PINs are given", START_US)
    yield c.RaiseAlarm("called", "8", "", "somebody is wanted", START_US)
    yield c.TakeAlarm(2, "eve-s")
    yield c.TakeAlarm(2, "dana-k")
    yield c.TakeAlarm(2, "dana-k")
    yield c.AcknowledgeAlarm(2, "eve-s", "looked")
    yield c.AcknowledgeAlarm(2, "dana-k", "looked at the terminal")
    yield c.AcknowledgeAlarm(3, "eve-s", "was there")
    yield c.AcknowledgeAlarm(3, "eve-s", "was there")


def _of_sets() -> Iterator[c.HouseCommand]:
    yield c.ReceiveSet("set-1", "S-1", "blue", 8, "ann")
    yield c.ReceiveSet("set-1", "S-2", "blue", 8, "ann")
    yield c.ReceiveSet("set-2", "S-2", "red", 6, "ann")
    yield c.IssueSet("set-1", "7", "S-2", "bob")
    yield c.IssueSet("set-1", "7", "S-1", "bob")
    yield c.IssueSet("set-2", "8", "S-2", "bob")
    yield c.ReturnSet("set-1", "bob")
    yield c.ReturnSet("set-2", "bob", "S-2")
    yield c.ReturnSet("set-2", "bob", "S-2")
    yield c.CountOutSet("set-1", 383, ("ann", "bob"))
    yield c.CountOutSet("set-1", 386, ("ann", "bob"))
    yield c.CountOutSet("set-1", 384, ("ann", "bob"))
    yield c.CountOutSet("set-2", 312, ("ann", "bob"))
    yield c.DestroySet("set-1", ("ann", "ann"))
    yield c.DestroySet("set-1", ("ann", "bob"))


# As older versions wrote them, before there were signatures, lanes and places.
OLDER: tuple[e.HouseEvent, ...] = (
    e.DeviceAttached(SHOE), e.DeviceBound("t7-shoe", "SH-0001", "ann"), e.DeviceNoted("t7-shoe", "lost", "no answer"),
    e.PinWasSet("dana-k"), e.CodeRedeemed("dana-k", HERE, START_US), e.SignInRefused("dana-k", "PIN", HERE, 1, True),
    e.PersonLocked("dana-k", START_US), e.SignedForAct("dana-k", "count", HERE, START_US), e.AlarmTaken(9, "ann"),
    e.AlarmRaised(Alarm(9, "jam", "", "", "a card is stuck", START_US)),
)  # fmt: skip


def recorded() -> Iterator[dict[str, Any]]:
    """What was asked and became of it, one after the other."""
    house = House()
    for command in asked():
        answer = decide(house, command)
        events = () if isinstance(answer, Refused) else answer
        house = after(house, events)
        refused = encode(answer) if isinstance(answer, Refused) else None
        yield {"command": encode(command), "refused": refused, **told(house, events)}
    for event in OLDER:
        house = after(house, (event,))
        yield {"command": None, "refused": None, **told(house, (event,))}


def after(house: House, events: tuple[e.HouseEvent, ...]) -> House:
    """The house after these events."""
    for event in events:
        house = apply(house, event)
    return house


def told(house: House, events: tuple[e.HouseEvent, ...]) -> dict[str, Any]:
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
