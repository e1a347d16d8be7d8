"""What the house sets, from the environment; see docs/settings.md."""

import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.device_lines import BadLines, DeviceLines, lines_of
from app.web_names import BadName, host_names_of, origins_of

Network = IPv4Network | IPv6Network
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_DIGITS, HIGHEST_PORT = 12, 65_535


class BadSetting(Exception):
    """A setting that cannot be used: says which, and what it should be."""


class Settings(NamedTuple):
    """The settings of one process."""

    data: Path
    database_url: str | None = None
    zone: ZoneInfo = ZoneInfo("UTC")
    day_begins_hour: int = 6
    lease_s: float = 10.0
    signing_key: Path | None = None
    heads_file: Path | None = None
    payment_threshold_cents: int = 1_000_000
    pace_s: int = 240
    origins: tuple[str, ...] = ()
    database_password_file: Path | None = None
    trusted_proxies: tuple[Network, ...] = ()
    connections_of_one: int = 500
    device_lines: DeviceLines = DeviceLines()
    host_names: tuple[str, ...] = ()
    idle_s: int = 1_800
    demo_hands: str | None = None

    @property
    def signing_key_path(self) -> Path:
        """Where the private key of the signed heads lies."""
        return self.signing_key or self.data / "keys" / "signing.pem"

    @property
    def heads_path(self) -> Path:
        """Where the signed heads are exported to."""
        return self.heads_file or self.data / "heads" / "signed-heads.jsonl"

    def gaming_day(self, now_us: int) -> date:
        """The gaming day of this instant: it changes at the hour that the house says, not at midnight."""
        return (self.local(now_us) - timedelta(hours=self.day_begins_hour)).date()

    def local(self, us: int) -> datetime:
        """This instant on the house's clock."""
        return (EPOCH + timedelta(microseconds=us)).astimezone(self.zone)


def read_settings() -> Settings:
    """The settings that the environment says."""
    return Settings(
        Path(os.environ.get("TABLEKEEPER_DATA") or _own_folder()),
        os.environ.get("TABLEKEEPER_DATABASE_URL") or None,
        _zone(os.environ.get("TABLEKEEPER_ZONE", "UTC")),
        _number("TABLEKEEPER_DAY_BEGINS_HOUR", 6, 0, 23),
        float(_number("TABLEKEEPER_LEASE_S", 10, 2, 600)),
        _path("TABLEKEEPER_SIGNING_KEY"),
        _path("TABLEKEEPER_HEADS_FILE"),
        _number("TABLEKEEPER_PAYMENT_THRESHOLD_CENTS", 1_000_000, 1, 100_000_000_000),
        _number("TABLEKEEPER_PACE_S", 240, 10, 86_400),
        _names("TABLEKEEPER_ORIGINS", origins_of),
        _path("TABLEKEEPER_DATABASE_PASSWORD_FILE"),
        trusted_proxies=_networks("TABLEKEEPER_TRUSTED_PROXIES"),
        connections_of_one=_number("TABLEKEEPER_CONNECTIONS_OF_ONE", 500, 8, 100_000),
        device_lines=_device_lines(),
        host_names=_names("TABLEKEEPER_HOST_NAMES", host_names_of),
        idle_s=_number("TABLEKEEPER_IDLE_MINUTES", 30, 5, 720) * 60,
        demo_hands=_own_port("TABLEKEEPER_DEMO_HANDS"),
    )


def _device_lines() -> DeviceLines:
    """Over which lines devices may be reached."""
    try:
        return lines_of(
            os.environ.get("TABLEKEEPER_DEVICE_HOSTS", ""),
            os.environ.get("TABLEKEEPER_DEVICE_PORTS"),
            os.environ.get("TABLEKEEPER_DEVICE_PATHS"),
            os.environ.get("TABLEKEEPER_DEVICE_PSEUDO_TERMINALS", ""),
        )
    except BadLines as error:
        raise BadSetting(f"TABLEKEEPER_DEVICE_...: {error}; see docs/settings.md") from error


def _names(name: str, names_of: Callable[[str], tuple[str, ...]]) -> tuple[str, ...]:
    try:
        return names_of(os.environ.get(name, ""))
    except BadName as error:
        raise BadSetting(f"{name}: {error}") from error


def _own_port(name: str) -> str | None:
    """A port of this machine, as a URL."""
    text = os.environ.get(name) or None
    found = re.fullmatch(r"http://127\.0\.0\.1:([1-9][0-9]{0,4})", text or "")
    if text is not None and (found is None or int(found[1]) > HIGHEST_PORT):
        raise BadSetting(f"{name}: only the demo sets this, to a port of this machine, not {text!r}")
    return text


def _path(name: str) -> Path | None:
    text = os.environ.get(name)
    return Path(text) if text else None


def _own_folder() -> Path:
    """Where this user keeps data; for root, where a service does."""
    if os.geteuid() == 0:
        return Path("/var/lib/tablekeeper")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tablekeeper"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablekeeper"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadSetting(f"TABLEKEEPER_ZONE: there is no time zone {name!r}; Pacific/Auckland is one") from error


def _networks(name: str) -> tuple[Network, ...]:
    """Networks with spaces between; an address is a network of its own."""
    try:
        found = tuple([ip_network(each) for each in os.environ.get(name, "").split()])
    except ValueError as error:
        raise BadSetting(
            f"{name}: addresses and networks like 10.0.8.4 or 10.0.8.0/24, with spaces; {error}"
        ) from error
    if any([each.prefixlen == 0 for each in found]):
        raise BadSetting(f"{name}: a network of everybody would let anybody say where a request comes from")
    return found


def _number(name: str, default: int, least: int, most: int) -> int:
    text = os.environ.get(name)
    if text is None:
        return default
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    if not plain or not least <= int(text) <= most:
        raise BadSetting(f"{name}: a whole number from {least} to {most}, not {text!r}")
    return int(text)
