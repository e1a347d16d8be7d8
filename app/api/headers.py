"""What every answer says beside its content: it is kept nowhere, and it is what it says it is."""

from collections.abc import Iterable

from app.api.bounds import Application, Message, Receive, Send

Header = tuple[bytes, bytes]
NOT_KEPT: Header = (b"cache-control", b"no-store")
ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"),
    (b"referrer-policy", b"no-referrer"),
)


class Headers:
    """Adds the headers that every answer has."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Hand the request on, and put the headers on the answer."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*_with_caching(message.get("headers", ())), *ALWAYS]
            await send(message)

        await self._application(scope, receive, sent)


def _with_caching(headers: Iterable[Header]) -> list[Header]:
    """Nothing is kept by anybody, unless the answer says otherwise: the files of the screens do."""
    given = list(headers)
    return given if any([name == NOT_KEPT[0] for name, _ in given]) else [*given, NOT_KEPT]
