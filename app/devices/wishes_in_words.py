"""What people want of devices, in words, for the command line and the log of the house."""

from collections.abc import Callable

from app.devices.wanted import Attest, ClearError, ConfirmGame, CountCards, Lock, Restart, Shuffle, Wanted


class BadWish(ValueError):
    """Nothing of the kind can be wanted: says what can."""


def wanted_of(text: str, nonce: bytes) -> Wanted:
    """What the words want; `nonce` is for whoever asks for a proof."""
    word, *numbers = text.split()
    if word == "attest" and not numbers:
        return Attest(nonce)
    known = _WISHES.get(word)
    if known is None or len(numbers) != known[0] or not all(number.isdecimal() for number in numbers):
        raise BadWish(f"{text!r} cannot be wanted of a device; these can: {WISHES}.")
    return known[1](*[int(number) for number in numbers])


_WISHES: dict[str, tuple[int, Callable[..., Wanted]]] = {
    "lock": (0, lambda: Lock(locked=True)),
    "unlock": (0, lambda: Lock(locked=False)),
    "clear-error": (1, ClearError),
    "count": (0, CountCards),
    "shuffle": (1, Shuffle),
    "restart": (0, Restart),
    "confirm-game": (0, ConfirmGame),
}
WISHES = "lock, unlock, clear-error N, count, shuffle N, restart, confirm-game, attest"
