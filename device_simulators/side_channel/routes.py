"""The routes of one device: those that every device has, and those of its kind."""

from typing import Any

from fastapi import APIRouter

from device_simulators.cards import shuffled
from device_simulators.device import ACCIDENTS, STUCK_TIMES, Device
from device_simulators.faults import LINE_FAULTS, USUAL_S, Details
from device_simulators.machines.continuous import ContinuousShuffler
from device_simulators.machines.machine import CannotNow, Machine
from device_simulators.machines.mishaps import MISHAPS
from device_simulators.machines.reader import Reader
from device_simulators.machines.shoe import Shoe
from device_simulators.machines.shuffler import Shuffler
from device_simulators.side_channel import bodies

FAULTS = (*LINE_FAULTS, *ACCIDENTS, *MISHAPS, "memory-lost", "error", "retransmit")
State = dict[str, Any]


def routes(device: Device, name: str, boxes: int) -> APIRouter:
    """Everything that can be done with this device, under its name."""
    router = APIRouter(prefix=f"/{name}")
    _add_everybodys(router, device, boxes)
    _add_cables(router, device)
    machine = device.machine
    if isinstance(machine, Shoe):
        _add_shoes(router, device, machine)
    if isinstance(machine, ContinuousShuffler):
        _add_continuous(router, device, machine)
    if isinstance(machine, Shuffler):
        _add_shufflers(router, device, machine)
    if isinstance(machine, Reader):
        _add_readers(router, device, machine)
    return router


def _add_everybodys(router: APIRouter, device: Device, boxes: int) -> None:
    machine = device.machine

    @router.get("/state")
    async def state() -> State:
        return device.shown()

    @router.post("/fault")
    async def fault(body: bodies.Fault) -> State:
        set_off(device, body)
        return device.shown()

    @router.post("/button")
    async def button(body: bodies.Button) -> State:
        if not 1 <= body.box <= boxes:
            raise CannotNow("impossible", f"no box {body.box}: there are boxes 1 to {boxes}")
        machine.press_button(body.box)
        return _after(device)

    @router.post("/door")
    async def door(body: bodies.Door) -> State:
        machine.move_door(body.opened)
        return _after(device)

    @router.post("/preset")
    async def preset(body: bodies.Preset) -> State:
        machine.change_preset(body.address, body.value)
        return _after(device)

    @router.post("/clock")
    async def clock(body: bodies.Clock) -> State:
        device.set_clock_offset(body.offset_ms)
        return _after(device)


def _add_cables(router: APIRouter, device: Device) -> None:
    @router.post("/unplug")
    async def unplug(body: bodies.Unplug) -> State:
        device.unplug(body.seconds)
        return device.shown()

    @router.post("/replug")
    async def replug() -> State:
        await device.replug()
        return device.shown()

    @router.post("/heal")
    async def heal() -> State:
        await device.heal()
        return device.shown()

    @router.post("/reboot")
    async def reboot(body: bodies.Reboot) -> State:
        device.reboot(body.reason, body.seconds)
        return device.shown()


def _add_shoes(router: APIRouter, device: Device, shoe: Shoe) -> None:
    @router.post("/press")
    async def press(body: bodies.Press) -> State:
        before = len(shoe.supply.drawn)
        refused = _press(device, shoe, body)
        drawn = shoe.supply.shown()["drawn"][before:]
        if refused is not None and not drawn:
            raise refused
        return {"drawn": drawn, "left_count": len(shoe.supply.left), "refused": refused and str(refused)}

    @router.post("/stack")
    async def stack(body: bodies.Stack) -> State:
        shoe.supply.stack(body.cards, body.foreign)
        return _after(device)

    @router.post("/cut-card")
    async def cut_card(body: bodies.CutCard) -> State:
        shoe.supply.place_cut_card(body.cards_from_back)
        return _after(device)

    @router.post("/load")
    async def load(body: bodies.Load) -> State:
        shoe.load(_cards(body), body.set_id)
        return _after(device)


def _press(device: Device, shoe: Shoe, body: bodies.Press) -> CannotNow | None:
    """What stopped the presses before there were as many as asked for."""
    for _ in range(body.count):
        try:
            shoe.press(1, body.place, body.force, body.alone)
        except CannotNow as refused:
            return refused
        device.done_with()
    return None


def _add_continuous(router: APIRouter, device: Device, shuffler: ContinuousShuffler) -> None:
    @router.post("/give-back")
    async def give_back(body: bodies.GiveBack) -> State:
        shuffler.give_back(body.count)
        return _after(device)


def _add_shufflers(router: APIRouter, device: Device, shuffler: Shuffler) -> None:
    @router.post("/load")
    async def load(body: bodies.Load) -> State:
        shuffler.load(_cards(body), body.set_id)
        return _after(device)

    @router.post("/shuffle")
    async def shuffle(body: bodies.Shuffle) -> State:
        device.start_shuffle(shuffler, body.set_id)
        return _after(device)

    @router.post("/take-out")
    async def take_out(body: bodies.GiveBack) -> State:
        taken = shuffler.take_out(body.count)
        device.done_with()
        return {"taken": taken}


def _add_readers(router: APIRouter, device: Device, reader: Reader) -> None:
    @router.post("/insert")
    async def insert(body: bodies.Insert) -> State:
        reader.insert(body.card)
        return _after(device)


def set_off(device: Device, body: bodies.Fault) -> None:
    """Let this fault happen, now or to the next ones."""
    if body.fault not in FAULTS:
        raise CannotNow("impossible", f"no such fault: {body.fault}; there are {', '.join(FAULTS)}")
    if not device.possible(body.fault):
        here = f"this {device.kind} ({device.dialect}, {device.line.url})"
        raise CannotNow("impossible", f"{here} cannot have the fault {body.fault}")
    if body.fault in LINE_FAULTS:
        seconds = USUAL_S if body.seconds is None else body.seconds
        details = Details(body.at, body.bits, seconds, body.count, body.copies)
        device.line_fault(body.fault, body.times, details, body.direction == "to_device")
    elif body.fault == "stuck-button":
        device.stick_button(1, body.times if body.times > 1 else STUCK_TIMES)
    elif body.fault in ACCIDENTS:
        device.accident(body.fault, body.seconds, body.times)
    elif body.fault == "memory-lost":
        device.reboot("memory_lost", body.seconds or 0.0)
    else:
        _set_off_inside(device.machine, body)
    device.settle()


def _set_off_inside(machine: Machine, body: bodies.Fault) -> None:
    if body.fault == "jam":
        machine.jam()
    elif body.fault == "error":
        machine.raise_error(body.code)
    elif body.fault == "pushed-back" and isinstance(machine, Shoe):
        machine.push_back()
    elif body.fault == "retransmit" and isinstance(machine, Shoe):
        machine.tell_last_again()
    else:
        machine.mishaps.arm(body.fault, body.times)


def _cards(body: bodies.Load) -> list[str]:
    return shuffled(body.decks, body.seed) if body.cards is None else body.cards[::-1]


def _after(device: Device) -> State:
    device.done_with()
    return device.shown()
