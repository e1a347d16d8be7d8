"""What every answer says beside its content: it is kept nowhere, and it is what it says it is."""

from collections.abc import Callable, Iterable

from app.api.bounds import Application, Message, Receive, Send

Header = tuple[bytes, bytes]
NOT_KEPT: Header = (b"cache-control", b"no-store")
POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class Headers:
    """Adds the headers that every answer has. `others`: the house's other servers, of which a page may ask whether they
    are there."""

    def __init__(self, application: Application, others: Callable[[], Iterable[str]] = tuple) -> None:
        self._application, self._others = application, others

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hand the request on, and put the headers on the answer."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*_with_caching(message.get("headers", ())), *ALWAYS, self._policy()]
            await send(message)

        await self._application(scope, receive, sent)

    def _policy(self) -> Header:
        others = " ".join(self._others())
        asked = f"; connect-src 'self' {others}" if others else ""
        return b"content-security-policy", f"{POLICY}{asked}".encode()


def _with_caching(headers: Iterable[Header]) -> list[Header]:
    """Nothing is kept by anybody, unless the answer says otherwise: the files of the screens do."""
    given = list(headers)
    return given if any([name == NOT_KEPT[0] for name, _ in given]) else [*given, NOT_KEPT]
