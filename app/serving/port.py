"""The port: taken before anything else is begun, so that who cannot have it is told at once."""

import errno
import ipaddress
import resource
import socket
import ssl
import sys
from pathlib import Path
from urllib.parse import urlsplit

from app.serving.connections import Listening
from app.table.sharing import ADDRESS

BACKLOG = 1024
# What a reader that does not read may let lie in the kernel before its feed notices, and how long after it was left its
# connection goes on being tried.
SEND_BUFFER_BYTES = 256 * 1024
LEFT_AFTER_MS = 15_000
OPEN_TO_OTHERS = 0o077


class PortRefused(Exception):
    """The port or its certificate cannot be used: says which, why, and what to do."""


def taken(host: str, port: int) -> Listening:
    """The port, that nobody can connect to yet."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = Listening(family, kind)
    except OSError as error:
        raise PortRefused(f"--host {host}: there is no such address here ({error.strerror})") from error
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux's; elsewhere the system's own patience holds
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LEFT_AFTER_MS)
    try:
        made.bind(address)
    except OSError as error:
        made.close()
        raise PortRefused(_why(error, host, port)) from error
    made.settimeout(0)
    return made


def opened(made: socket.socket) -> None:
    """From now on people can connect."""
    try:
        made.listen(BACKLOG)
    except OSError as error:
        raise PortRefused(_why(error, *made.getsockname()[:2])) from error


def _why(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} of {host} is in use: stop what serves there, or choose another with --port"
        case errno.EACCES:
            return f"port {port} needs rights that this user has not: choose one from 1024 up with --port"
        case errno.EADDRNOTAVAIL:
            return f"--host {host} is no address of this machine"
        case _:
            return f"port {port} of {host} cannot be used: {error.strerror}"


def url_of(made: socket.socket, *, secure: bool) -> str:
    """Where it is reached."""
    return _url(*made.getsockname()[:2], secure=secure)


def _url(host: str, port: int, *, secure: bool) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"{'https' if secure else 'http'}://{name}:{port}"


def address_of(given: str | None, made: socket.socket, *, secure: bool) -> str:
    """Where others reach this server: where they were told, or where it listens. One that listens everywhere is reached
    at the address by which this machine reaches others."""
    if given is not None:
        return _checked(given)
    host, port = made.getsockname()[:2]
    if not ipaddress.ip_address(host).is_unspecified:
        return url_of(made, secure=secure)
    own = _own_address(made.family)
    if own is None:
        return _url("127.0.0.1" if made.family == socket.AF_INET else "::1", port, secure=secure)
    return _url(own, port, secure=secure)


def _checked(given: str) -> str:
    try:
        parts = urlsplit(given.strip())
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        alone = not (parts.path.strip("/") or parts.query or parts.fragment)
        everywhere = parts.hostname == "0.0.0.0"  # noqa: S104
    except ValueError:
        known = alone = everywhere = False
    if not known or not alone or everywhere or not ADDRESS.fullmatch(f"{parts.scheme}://{parts.netloc}"):
        raise PortRefused(
            f"--address {given}: nobody can go there. Give the URL by which screens and other servers reach this one,"
            " such as https://tables-1.example:8765: a name of letters, digits and hyphens or an address of IPv4,"
            " without a path"
        )
    return f"{parts.scheme}://{parts.netloc}"


def _own_address(family: int) -> str | None:
    """The address from which this machine would send to others; nothing is sent."""
    far = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as tried:
        try:
            tried.connect((far, 9))
        except OSError:
            return None
        return str(tried.getsockname()[0])


def check_certificate(certificate: Path | None, key: Path | None) -> bool:
    """Whether there is one; refuses one that cannot be used."""
    if certificate is None and key is None:
        return False
    if certificate is None or key is None:
        raise PortRefused("--tls-cert and --tls-key belong together: give both, or neither")
    _check_nobody_else_reads(key)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_no_password)
    except ssl.SSLError as error:
        raise PortRefused(f"{certificate} and {key} are no certificate and its key: {error.reason}") from error
    except OSError as error:
        raise PortRefused(f"{certificate} or {key} cannot be read: {error.strerror}") from error
    return True


def _check_nobody_else_reads(key: Path) -> None:
    try:
        mode = key.stat().st_mode & 0o777
    except OSError:
        return  # said below, as it is of the certificate
    if mode & OPEN_TO_OTHERS:
        raise PortRefused(
            f"--tls-key {key} can be read by others (mode {mode:04o}): whoever has it can pretend to be this server."
            f" Take the others' rights away with `chmod 600 {key}`, and have another certificate made if somebody may"
            " have read it"
        )


def _no_password() -> str:
    raise PortRefused("the key of --tls-key has a password, and nobody is there to type it: give one without")


def many_files() -> int:
    """Have as many open files as the system lets this process have, and how many that are: every socket is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return sys.maxsize if hard == resource.RLIM_INFINITY else hard
