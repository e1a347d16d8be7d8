"""Names on the web that the house sets: the origins of pages, and the names under which a server is asked."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_.])?")
_NETLOC = re.compile(r"(?P<host>[^\[\]:@]+|\[[^\[\]@]+\])(:[1-9][0-9]{0,4})?")
_USUAL_PORTS = {"http": 80, "https": 443}


class BadName(ValueError):
    """A name that no browser says: says how it is to be written."""


def origins_of(text: str) -> tuple[str, ...]:
    """Origins with spaces between, just as browsers say them. `null` is none: a page of anybody can have that one."""
    found = tuple(text.split())
    for each in found:
        if not _is_origin(each):
            raise BadName(
                f"{each!r} is no origin as browsers say it; write it like https://floor.example or http://10.0.0.5:8080,"
                " in small letters, without a path and without the usual port"
            )
    return found


def host_names_of(text: str) -> tuple[str, ...]:
    """Names of hosts without a port, with spaces between; an address is allowed anyway, and does no harm."""
    found = tuple(text.lower().split())
    for each in found:
        if not (_HOST.fullmatch(each) or _is_address(each)):
            raise BadName(f"{each!r} is no name of a host; write it like tables.example, without a port")
    return found


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    alone = text == text.lower() == f"{parts.scheme}://{parts.netloc}"
    usual = _USUAL_PORTS.get(parts.scheme)
    return alone and usual is not None and port != usual and _is_netloc(parts.netloc)


def _is_netloc(netloc: str) -> bool:
    found = _NETLOC.fullmatch(netloc)
    host = found["host"] if found is not None else ""
    return _is_address(host[1:-1]) if host.startswith("[") else bool(_HOST.fullmatch(host))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
