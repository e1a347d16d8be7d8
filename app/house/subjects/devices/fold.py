"""The house after an event about devices."""

from app.house.state import Device, House, Note, Wish, device_of, is_trusted, place_at
from app.house.subjects.devices import events as e


def device_attached(house: House, event: e.DeviceAttached) -> House:
    others = [device for device in house.devices if device.name != event.device.name]
    before = device_of(house, event.device.name)
    if before is not None and place_at(before) != place_at(event.device):
        house = _left(house, before)
    return house._replace(devices=tuple(sorted((*others, event.device))))


def _left(house: House, device: Device) -> House:
    """The device is not at its place any more; that it was read there is not forgotten with it."""
    place = place_at(device)
    if not is_trusted(device) or place in house.once_read:
        return house
    return house._replace(once_read=(*house.once_read, place))


def device_detached(house: House, event: e.DeviceDetached) -> House:
    detached = dict(house.detached)
    gone = device_of(house, event.name)
    if gone is not None:
        house = _left(house, gone)
    return house._replace(
        devices=tuple([device for device in house.devices if device.name != event.name]),
        notes=tuple([note for note in house.notes if note.device != event.name]),
        wishes=tuple([wish for wish in house.wishes if wish.device != event.name]),
        detached=tuple(sorted({**detached, event.name: detached.get(event.name, 0) + 1}.items())),
    )


def device_bound(house: House, event: e.DeviceBound) -> House:
    devices = [
        each._replace(serials=(*each.serials, event.serial)) if each.name == event.name else each
        for each in house.devices
    ]
    return house._replace(devices=tuple(devices))


def device_command_sent(house: House, event: e.DeviceCommandSent) -> House:
    wish = Wish(event.number, event.name, event.wanted, event.by)
    return house._replace(wishes=(*house.wishes, wish), wished=event.number)


def device_command_answered(house: House, event: e.DeviceCommandAnswered) -> House:
    return house._replace(wishes=tuple([wish for wish in house.wishes if wish.number != event.number]))


def device_noted(house: House, event: e.DeviceNoted) -> House:
    others = [note for note in house.notes if note.device != event.name]
    return house._replace(notes=(*others, Note(event.name, event.what, event.words)))
