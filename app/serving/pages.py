"""The screens as files: the pages that people open, and their scripts and styles, which were built beforehand.

All of it is small and is kept in memory, compressed and not. A page is asked for anew each time, so that a terminal has
the screens of the server that it talks to; what is named by its content may be kept for ever. Only the names in the
list of the build are served: a path is never put together from what somebody asks for.
"""

import gzip
import html
import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from starlette.types import Receive, Scope, Send

from app.api.headers import Headers

log = logging.getLogger("tablekeeper.pages")
BUILT = Path(__file__).parent.parent / "static"
ICON = "icon.svg"
KINDS = {
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".css": b"text/css; charset=utf-8",
    ".svg": b"image/svg+xml",
}
KEPT = b"public, max-age=31536000, immutable"
# Which page an address opens; the number of the table is read by the page itself.
ADDRESSES = (
    (re.compile(r"/"), "start"),
    (re.compile(r"/dealer/[^/]{1,100}"), "dealer"),
    (re.compile(r"/sign/[^/]{1,100}"), "sign"),
    (re.compile(r"/floor(/.{1,200})?"), "floor"),
    (re.compile(r"/surveillance(/.{1,200})?"), "surveillance"),
)
# Here a page is told the house's zone and when its day begins: its times are the house's, wherever it is opened.
ROOT = b'<html lang="en"'
NOT_BUILT = b"""<!doctype html><html lang="en"><title>Tablekeeper</title>
<h1>The screens are not built</h1>
<p>This server runs from a checkout whose screens have not been built yet. Run <code>make install</code> there and start
the server again.</p></html>
"""


class File(NamedTuple):
    """What is sent: as it is, or compressed for those who take that."""

    content: bytes
    compressed: bytes
    kind: bytes
    tag: bytes
    caching: bytes


class Pages:
    """Answers for the pages and their files, for nothing else."""

    def __init__(
        self,
        folder: Path = BUILT,
        zone: str = "UTC",
        day_begins_hour: int = 0,
        others: Callable[[], Iterable[str]] = tuple,
        *,
        demo: bool = False,
    ) -> None:
        told = f'{ROOT.decode()} data-zone="{html.escape(zone)}" data-day-begins="{day_begins_hour}"'
        told += ' data-demo=""' if demo else ""
        self._pages, self._files = _read(folder, told.encode())
        self._answer = Headers(self._send, others)

    def has(self, scope: Scope) -> bool:
        """Whether this is an address of a page or of its files."""
        return scope["method"] in ("GET", "HEAD") and self._found(scope["path"]) is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page or the file."""
        await self._answer(scope, receive, send)

    def _found(self, path: str) -> File | None:
        if path in self._files:
            return self._files[path]
        page = next((page for address, page in ADDRESSES if address.fullmatch(path)), None)
        return self._pages.get(page) if page is not None else None

    async def _send(self, scope: Scope, _receive: Receive, send: Send) -> None:
        file = self._found(scope["path"])
        assert file is not None, "asked for what is not here"
        given = dict(scope["headers"])
        if given.get(b"if-none-match") == file.tag:
            await _answer(send, 304, b"", [(b"etag", file.tag), (b"cache-control", file.caching)])
            return
        packed = b"gzip" in given.get(b"accept-encoding", b"")
        content = file.compressed if packed else file.content
        headers = [
            (b"content-type", file.kind),
            (b"content-length", str(len(content)).encode()),
            (b"cache-control", file.caching),
            (b"vary", b"accept-encoding"),
            (b"etag", file.tag),
            *([(b"content-encoding", b"gzip")] if packed else []),
        ]
        await _answer(send, 200, b"" if scope["method"] == "HEAD" else content, headers)


async def _answer(send: Send, status: int, content: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _read(folder: Path, root: bytes) -> tuple[dict[str, File], dict[str, File]]:
    """The pages by their names, and the files by their addresses."""
    try:
        listed: dict[str, Any] = json.loads((folder / "pages.json").read_text("utf-8"))
    except FileNotFoundError:
        log.warning("the screens are not built: run make install in the checkout")
        page = _file(NOT_BUILT, ".html", b"no-store")
        return {name: page for _, name in ADDRESSES}, {}
    pages = {name: (folder / each["page"]).read_bytes().replace(ROOT, root, 1) for name, each in listed.items()}
    made = {name: _file(content, ".html", b"no-cache") for name, content in pages.items()}
    return made, {f"/static/{name}": _static(folder / name) for name in sorted({*_named(listed), ICON})}


def _named(listed: dict[str, Any]) -> Iterator[str]:
    for each in listed.values():
        yield from each["files"]


def _static(path: Path) -> File:
    return _file(path.read_bytes(), path.suffix, b"no-cache" if path.name == ICON else KEPT)


def _file(content: bytes, ending: str, caching: bytes) -> File:
    tag = f'"{sha256(content).hexdigest()[:32]}"'.encode()
    return File(content, gzip.compress(content, 9, mtime=0), KINDS[ending], tag, caching)
