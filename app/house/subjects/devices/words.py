"""What is said of its events."""

from app.game.core.message import Message, if_any, message
from app.house.subjects.devices import events as e


def device_attached(event: e.DeviceAttached) -> Message:
    device = event.device
    signed = message("house_devices.signed", by=event.by, beside=event.beside) if event.beside else None
    return message(
        "house_devices.attached",
        table=device.table,
        role=device.role,
        device=device.name,
        url=device.url,
        dialect=device.dialect,
        signed=signed,
    )


def device_detached(event: e.DeviceDetached) -> Message:
    return message("house_devices.detached", device=event.name)


def device_bound(event: e.DeviceBound) -> Message:
    by = (event.by, event.beside) if event.beside else (event.by,)
    return message("house_devices.bound", by=by, serial=event.serial, device=event.name)


def device_command_sent(event: e.DeviceCommandSent) -> Message:
    return message("house_devices.wished", by=event.by, device=event.name, wanted=event.wanted, number=event.number)


def device_command_answered(event: e.DeviceCommandAnswered) -> Message:
    words = if_any("house_devices.in_words", words=event.words)
    return message("house_devices.answered", number=event.number, outcome=event.outcome, words=words)


def device_noted(event: e.DeviceNoted) -> Message:
    where = if_any("house_devices.of_table", table=event.table)
    words = if_any("house_devices.in_words", words=event.words)
    return message("house_devices.noted", device=event.name, where=where, what=event.what, words=words)
