"""Has devices prove that they are the ones they say, and says what follows of their answers.

A proof that is wrong, or a device that has none to give, is another device. One that could not answer has said nothing:
it may have been busy, locked, or lost the question. It is asked again, until it has had time enough, whatever becomes
of its line meanwhile: else another one would only have to drop the line whenever it is asked. A shoe has little time:
what another one tells may be anything. A machine may shuffle for long before it can answer.
"""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from app.backoff import Backoff
from app.devices.driver import Driver
from app.devices.session_protocol import Answered
from app.devices.wanted import Attest
from app.house.state import SHOES, Device
from app.table.attached.attesting import BadKey, key_of, proves

log = logging.getLogger("tablekeeper.devices")
NONCE_BYTES = 16
NOT_THE_ONE = "the device could NOT prove that it is the one it says"
AGAIN_S = 5.0
SHOE_ASKED = 12
OTHERS_ASKED = 360
# What a device is told of: its name, and the words.
Told = Callable[[str, str], None]


class Proofs:
    """The proofs of a process's devices. `wrong` is told of one that is not the one it says; `keys`: the folder;
    `under_way`: those that are being asked."""

    def __init__(self, keys: Path, note: Told, wrong: Told) -> None:
        self._keys, self._note, self._wrong = keys, note, wrong
        self.under_way: set[str] = set()
        self._in_vain: Counter[str] = Counter()

    async def prove(self, device: Device, driver: Callable[[], Driver | None]) -> None:
        """Have it prove itself, if there is a key for it: until it is known whether it is the one, or it is away."""
        if device.name in self.under_way or not (self._keys / device.name).exists():
            return
        self.under_way.add(device.name)
        try:
            await self._asked(device, driver)
        finally:
            self.under_way.discard(device.name)

    async def _asked(self, device: Device, driver: Callable[[], Driver | None]) -> None:
        again = Backoff.steady(AGAIN_S)
        noted, most = "", SHOE_ASKED if device.role in SHOES else OTHERS_ASKED
        while self._in_vain[device.name] < most:
            asked = driver()
            if asked is None:  # another may come under its name
                del self._in_vain[device.name]
                return
            wanted = Attest(secrets.token_bytes(NONCE_BYTES))
            answered = await asked.want(wanted)
            if not open_still(answered):
                del self._in_vain[device.name]
                log.info("%s: asked to prove itself: %s, %s", device.name, *self.judged(device.name, wanted, answered))
                return
            self._in_vain[device.name] += 1
            words = f"the device has not proved itself yet, and is asked again: {answered.detail}"
            if words != noted:
                self._note(device.name, words)
            noted = words
            if not asked.health().connected and self._in_vain[device.name] < most:  # it is asked when it is back
                return
            await asyncio.sleep(again.next_s())
        del self._in_vain[device.name]
        self._wrong(device.name, NOT_THE_ONE)

    def judged(self, device: str, wanted: Attest, answered: Answered) -> tuple[str, str]:
        """The outcome in words, by the device's own key."""
        try:
            key = key_of(self._keys, device)
        except BadKey as error:
            self._note(device, str(error))
            return "refused", str(error)
        if key is None:
            return "refused", f"there is no key for {device} in the folder device-keys: see docs/devices/README.md"
        if open_still(answered):
            self._note(device, f"the device has not proved itself: {answered.detail}")
            return answered.outcome, answered.detail
        if answered.outcome == "done" and proves(key, wanted.nonce, answered.detail):
            return "done", f"it is the one, firmware {answered.detail.partition(' ')[2]}"
        self._wrong(device, NOT_THE_ONE)
        return "refused", NOT_THE_ONE


def open_still(answered: Answered) -> bool:
    """Whether it is not known now who the device is: it neither gave a proof, nor said that it has none to give."""
    return answered.outcome in ("no_answer", "refused")
