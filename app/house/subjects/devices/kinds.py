"""Everything that is true of the commands and events of this subject."""

from app.house.kinds import command, event
from app.house.subjects.devices import commands as c
from app.house.subjects.devices import decide, fold, words
from app.house.subjects.devices import events as e

COMMANDS = (
    command(c.AttachDevice, decide=decide.attach_device),
    command(c.DetachDevice, decide=decide.detach_device),
    command(c.BindDevice, decide=decide.bind_device),
    command(c.SendDeviceCommand, decide=decide.send_device_command),
    command(c.AnswerDeviceCommand, decide=decide.answer_device_command, by_the_server=True),
    command(c.NoteDevice, decide=decide.note_device, by_the_server=True),
)
EVENTS = (
    event(e.DeviceAttached, fold=fold.device_attached, words=words.device_attached),
    event(e.DeviceDetached, fold=fold.device_detached, words=words.device_detached),
    event(e.DeviceBound, fold=fold.device_bound, words=words.device_bound),
    event(e.DeviceCommandSent, fold=fold.device_command_sent, words=words.device_command_sent),
    event(e.DeviceCommandAnswered, fold=fold.device_command_answered, words=words.device_command_answered),
    event(e.DeviceNoted, fold=fold.device_noted, words=words.device_noted),
)
