from app.house.subjects.devices.commands import NoteDevice
from app.table.attached.device_notes import MOST_OF_ONE, WITHIN_S, DeviceNotes


class Noted:
    """The notes at a clock of their own."""

    def __init__(self) -> None:
        self.s = 1_000.0
        self.all: list[NoteDevice] = []
        self.notes = DeviceNotes(self.all.append, lambda: self.s)

    def say(self, name: str, times: int, words: str = "error 3 stands") -> None:
        for _ in range(times):
            self.notes.add(NoteDevice(name, "alarm", words))


def test_a_device_that_complains_over_and_over_takes_no_room_of_others() -> None:
    noted = Noted()
    noted.say("t7-shoe", 10_000)
    noted.say("t8-shoe", 1)
    assert [note.name for note in noted.all] == ["t7-shoe"] * MOST_OF_ONE + ["t8-shoe"]


def test_the_last_of_what_was_left_out_is_noted_when_the_minute_is_over() -> None:
    noted = Noted()
    noted.say("t7-shoe", MOST_OF_ONE + 4)
    noted.say("t7-shoe", 1, "a door of the device was opened or closed")
    noted.s += WITHIN_S - 1
    noted.notes.pass_on()
    assert len(noted.all) == MOST_OF_ONE
    noted.s += 1
    noted.notes.pass_on()
    words = "a door of the device was opened or closed (the last of 5 notes of a minute)"
    assert noted.all[MOST_OF_ONE:] == [NoteDevice("t7-shoe", "alarm", words)]
    noted.say("t7-shoe", 1)
    assert len(noted.all) == MOST_OF_ONE + 2  # another minute


def test_whether_a_device_is_there_is_known_at_the_end() -> None:
    """Of many that it was lost and came back, the last is what is so now."""
    noted = Noted()
    for _ in range(MOST_OF_ONE):
        noted.notes.add(NoteDevice("t7-shoe", "lost", "it is silent"))
        noted.notes.add(NoteDevice("t7-shoe", "back", ""))
    noted.notes.pass_on(all_=True)
    assert noted.all[-1] == NoteDevice("t7-shoe", "back", f"the last of {MOST_OF_ONE} notes of a minute")


def test_one_that_was_left_out_is_noted_as_it_was() -> None:
    noted = Noted()
    noted.say("t7-shoe", MOST_OF_ONE + 1)
    noted.notes.pass_on(all_=True)
    assert noted.all[-1] == NoteDevice("t7-shoe", "alarm", "error 3 stands")
