"""Where a device is: a serial port here, or a device server's, by raw TCP or by RFC 2217."""

from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlsplit

EXAMPLES = "/dev/ttyUSB0?baud=4800, socket://10.0.0.5:4001 or rfc2217://10.0.0.5:4001?baud=9600"
BAUD_AT_LEAST = 50
BAUD_AT_MOST = 4_000_000


class BadUrl(ValueError):
    """The address of a device cannot be understood."""


@dataclass(frozen=True, slots=True)
class SerialUrl:
    """A serial port of this machine."""

    path: str
    baud: int

    def __str__(self) -> str:
        return f"{self.path}?baud={self.baud}"


@dataclass(frozen=True, slots=True)
class TcpUrl:
    """The port of a device server that passes on bare bytes; how fast the line behind it is, is set there."""

    host: str
    port: int

    @property
    def baud(self) -> None:
        """Not known here."""

    def __str__(self) -> str:
        return f"socket://{_written(self.host)}:{self.port}"


@dataclass(frozen=True, slots=True)
class Rfc2217Url:
    """The port of a device server that lets us set how fast the line behind it is."""

    host: str
    port: int
    baud: int

    def __str__(self) -> str:
        return f"rfc2217://{_written(self.host)}:{self.port}?baud={self.baud}"


PortUrl = SerialUrl | TcpUrl | Rfc2217Url


def parse_url(text: str, baud: int = 9600) -> PortUrl:
    """What the text names; `baud` holds where it gives none."""
    try:
        parts = urlsplit(text.strip())
        options = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        return _parsed(parts, options, baud)
    except ValueError as error:
        raise BadUrl(f"The device's address {text!r} is not right: {error}. Write it like {EXAMPLES}.") from None


def _parsed(parts: SplitResult, options: dict[str, str], baud: int) -> PortUrl:
    match parts.scheme:
        case "":
            url: PortUrl = SerialUrl(_path(parts), _baud(options, baud))
        case "socket":
            url = TcpUrl(*_place(parts))
        case "rfc2217":
            url = Rfc2217Url(*_place(parts), _baud(options, baud))
        case other:
            raise ValueError(f"{other}:// is not known")
    for option in options:
        raise ValueError(f"it has no option {option!r} here")
    if parts.fragment:
        raise ValueError(f"nobody knows what #{parts.fragment} means")
    return url


def _path(parts: SplitResult) -> str:
    if parts.netloc or not parts.path.startswith("/") or parts.path.endswith("/"):
        raise ValueError("a serial port is given by its whole path")
    return parts.path


def _place(parts: SplitResult) -> tuple[str, int]:
    if not parts.hostname:
        raise ValueError("the host is missing")
    if not parts.port:  # 0 is nobody's port; one that is no number has raised already
        raise ValueError("the port is missing")
    if parts.path.strip("/") or "@" in parts.netloc:
        raise ValueError("only host and port belong between :// and ?")
    return parts.hostname, parts.port


def _baud(options: dict[str, str], otherwise: int) -> int:
    text = options.pop("baud", None)
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdigit() and BAUD_AT_LEAST <= int(text) <= BAUD_AT_MOST):
        raise ValueError(f"baud={text} is no speed from {BAUD_AT_LEAST} to {BAUD_AT_MOST}")
    return int(text)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
