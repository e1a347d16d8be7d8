"""Which devices of a table are away for too long."""

from collections.abc import Iterable
from math import inf

from app.alarms.causes import Cause
from app.devices.device_health import Health

# A line may break and come back, and a device start anew, without anybody having to look.
AWAY_S = 5.0
MOST_LETTERS = 200


class Away:
    """Since when which devices of one table are away; each is told once, until it was there again."""

    def __init__(self, most_s: float = AWAY_S) -> None:
        self._most_s = most_s
        self._since_s: dict[str, float] = {}

    def look(self, devices: Iterable[Health], now_s: float) -> list[Cause]:
        """Those that have been away for too long by now."""
        before, self._since_s, causes = self._since_s, {}, list[Cause]()
        for health in devices:
            if health.connected and health.state == "running":
                continue
            since_s = before.get(health.name, now_s)
            due = now_s - since_s >= self._most_s
            self._since_s[health.name] = inf if due else since_s
            if due:
                causes.append(_lost(health))
        return causes


def _lost(health: Health) -> Cause:
    why = (health.why or health.in_words())[:MOST_LETTERS]
    return Cause("device_lost", health.name, f"{health.name} is away: {why}")
