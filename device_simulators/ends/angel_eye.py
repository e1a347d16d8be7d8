"""The shoe's end of Angel Eye II-EX.

Every report gets the next SEQ and goes out one to three times, a moment apart, before the next one does. Nothing is
kept for a host that does not listen. Any error that stands is the error mode: cards are told as `d` until the host
cancels it. In the baccarat mode a seventh card raises error 2 by itself.
"""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

from device_simulators.dialects import angel_eye as wire
from device_simulators.ends.end import Sent
from device_simulators.machines import happenings as h
from device_simulators.machines.machine import JAM, Machine

OVERDRAW, MISHANDLED, REVERSED, TIMED_OUT = 2, 3, 4, 7
TARGETS = 2
CARDS_IN_A_GAME = 6
_MODES = {"locked": 0, "error": 1, "setting": 2}


@dataclass(frozen=True, slots=True)
class AngelEyeOptions:
    """How this shoe is set up. `copies`: least and most of each report."""

    copies: tuple[int, int] = (1, 3)
    copy_gap_s: float = 0.02
    seq_after_nine: int = 0
    bcc_includes_stx: bool = True
    baccarat: bool = False


class AngelEyeEnd:
    """One shoe that speaks Angel Eye."""

    def __init__(self, machine: Machine, options: AngelEyeOptions, seed: int) -> None:
        self._machine = machine
        self._options = options
        self._chance = random.Random(f"copies/{seed}")  # noqa: S311 - repeatable on purpose
        self._commands = wire.Commands(options.bcc_includes_stx)
        self._waiting: deque[tuple[float, Sent]] = deque()
        self._now: list[Sent] = []
        self._last_at_s = 0.0
        self._reports = 0
        self._seq = 0
        self._last_card = b""
        self._start_game()

    def _start_game(self) -> None:
        self._dealt = 0
        self._own_errors: set[int] = set()

    @property
    def _error_mode(self) -> bool:
        return bool(self._own_errors or self._machine.errors)

    def tell(self, happening: h.Happening, now_s: float) -> None:  # noqa: C901 - one row per happening
        """Report this, if there is a report for it."""
        match happening:
            case h.Booted():
                self._report("S", b"", now_s)
                self._report("P", b"", now_s)
            case h.CardOut(card, _, place, _):
                self._card(card, place, now_s)
            case h.CutCardOut():
                self._report("C", b"", now_s)
            case h.PushedBack():
                self._raise_error(REVERSED, now_s)
            case h.ButtonPressed():
                self._raise_error(MISHANDLED, now_s)
            case h.ErrorRaised(code):
                self._report("E", wire.error_data(_told(code), error_mode=True), now_s)
            case h.ErrorCleared(code):
                self._report("e", wire.error_data(_told(code), self._error_mode), now_s)
            case h.LockTurned(locked):
                self._report("L", wire.lock_data(locked), now_s)
            case h.PresetChanged(address, value):
                self._report("M", wire.preset_data(address, value), now_s)
            case h.LastCardToldAgain() if self._last_card:
                self._report("R", self._last_card, now_s)

    def _card(self, card: str | None, place: h.Place, now_s: float) -> None:
        if place in _MODES:
            self._report("d", wire.card_data(_MODES[place], 0, card), now_s)
            return
        if self._options.baccarat and self._dealt == CARDS_IN_A_GAME and not self._error_mode:
            self._raise_error(OVERDRAW, now_s)
        if self._error_mode:
            self._report("d", wire.card_data(_MODES["error"], 0, card), now_s)
            return
        target, index = self._dealt % TARGETS, self._dealt // TARGETS + 1
        self._dealt += 1
        self._last_card = wire.card_data(target, index, card)
        self._report("D", self._last_card, now_s)

    def _raise_error(self, code: int, now_s: float) -> None:
        self._own_errors.add(code)
        self._report("E", wire.error_data(code, error_mode=True), now_s)

    def _report(self, code: str, data: bytes, now_s: float) -> None:
        self._seq = self._next_seq()
        self._reports += 1
        sent = Sent(wire.report(self._seq, code, data), self._reports)
        first_s = max(now_s, self._last_at_s)
        for copy in range(self._chance.randint(*self._options.copies)):
            self._last_at_s = first_s + copy * self._options.copy_gap_s
            self._waiting.append((self._last_at_s, sent))

    def _next_seq(self) -> int:
        return self._seq + 1 if self._seq < 9 else self._options.seq_after_nine

    def received(self, data: bytes, now_s: float) -> None:
        """Obey the commands in these bytes."""
        for command in self._commands.feed(data):
            if isinstance(command, wire.Unclear):
                self._answer(bytes((wire.NAK, command.nak)))
            else:
                self._answer(self._run(command, now_s))

    def _answer(self, answer: bytes) -> None:
        self._now.append(Sent(answer, 0))

    def _run(self, command: wire.Command, now_s: float) -> bytes:
        match command.type, command.number:
            case "LK", (1 | 2) as number:
                self._machine.lock(number == 2)
            case "EC", number:
                self._cancel(number, now_s)
            case "GP", 0:
                self._dealt = 0
            case _:
                return bytes((wire.NAK, wire.NAK_FORMAT))
        return bytes((wire.ACK,))

    def _cancel(self, number: int, now_s: float) -> None:
        for code in sorted(self._machine.errors):
            if number in (0, _told(code)):
                self._machine.clear_error(code)
        for code in sorted(self._own_errors):
            if number in (0, code):
                self._own_errors.remove(code)
                self._dealt = 0 if code == OVERDRAW else self._dealt
                self._report("e", wire.error_data(code, self._error_mode), now_s)

    def tick(self, now_s: float) -> None:
        """Let the copies out whose time has come."""
        while self._waiting and self._waiting[0][0] <= now_s:
            self._now.append(self._waiting.popleft()[1])

    def due_s(self) -> float | None:
        """When the next copy goes out."""
        return self._waiting[0][0] if self._waiting else None

    def take(self) -> tuple[Sent, ...]:
        """The frames to be sent since the last call, in order."""
        taken = tuple(self._now)
        self._now.clear()
        return taken

    def restarted(self) -> None:
        """The shoe starts: it counts its reports anew, and what it had not told is gone."""
        self._commands = wire.Commands(self._options.bcc_includes_stx)
        self._waiting.clear()
        self._now.clear()
        self._last_at_s = 0.0
        self._seq = 0
        self._last_card = b""
        self._start_game()

    def lose_memory(self) -> None:
        """Nothing of the link outlives a restart anyway."""

    def wants_restart(self) -> bool:
        """No command of this dialect restarts the shoe."""
        return False

    def set_clock_offset(self, offset_ms: int) -> None:
        """No report of this dialect tells a time."""

    def kept(self) -> dict[str, Any]:
        """Nothing of the link outlives a restart."""
        return {}

    def restore(self, kept: dict[str, Any]) -> None:
        """Nothing was kept."""

    def shown(self) -> dict[str, Any]:
        """The truth about the link, for the side channel."""
        return {
            "seq": self._seq,
            "reports": self._reports,
            "copies_waiting": len(self._waiting),
            "error_mode": self._error_mode,
        }


def _told(code: int) -> int:
    return TIMED_OUT if code == JAM else code
