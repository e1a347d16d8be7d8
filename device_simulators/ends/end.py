"""What every device's end of a dialect is to the device that carries its bytes."""

from typing import Any, NamedTuple, Protocol

from device_simulators.machines.happenings import Happening


class Sent(NamedTuple):
    """One whole frame for the line; copies of one report have the same `report`."""

    data: bytes
    report: int


class End(Protocol):
    """One dialect, spoken by one machine."""

    def tell(self, happening: Happening, now_s: float) -> None:
        """This happened in the machine."""
        ...

    def received(self, data: bytes, now_s: float) -> None:
        """These bytes came from the host."""
        ...

    def tick(self, now_s: float) -> None:
        """It is as late as this."""
        ...

    def due_s(self) -> float | None:
        """When `tick` is wanted next."""
        ...

    def take(self) -> tuple[Sent, ...]:
        """The frames to be sent since the last call, in order."""
        ...

    def restarted(self) -> None:
        """The device starts: forget what is not in lasting memory."""
        ...

    def lose_memory(self) -> None:
        """Forget what is in lasting memory."""
        ...

    def wants_restart(self) -> bool:
        """Whether the host has asked for one since the last call."""
        ...

    def set_clock_offset(self, offset_ms: int) -> None:
        """Let the device's clock be wrong by this."""
        ...

    def shown(self) -> dict[str, Any]:
        """The truth about the link, for the side channel."""
        ...

    def kept(self) -> dict[str, Any]:
        """What a restart of the simulator has to find again."""
        ...

    def restore(self, kept: dict[str, Any]) -> None:
        """Be as `kept` says."""
        ...
