"""The bot's people sign in once, also at a server that is away for a while or has too much to do."""

import asyncio
from typing import Any

import pytest

from device_simulators.bot.terminal.people import NotSignedIn, Person, Tokens
from device_simulators.bot.terminal.service import NoAnswer, Service

ANN = Person("ann", "640271")
AWAY = (503, {"code": "database_away", "message": "ask again", "retry": True})
DONE = (201, {"token": "secret"})
WRONG = (401, {"code": "wrong_credentials", "message": "no", "retry": False})


class OnBadDays(Service):
    """A server that answers so, one after the other; None: not at all."""

    def __init__(self, *answers: tuple[int, Any] | None) -> None:
        super().__init__("http://127.0.0.1:1")
        self.answers = list(answers)

    async def ask(self, *_asked: Any, **_also: Any) -> tuple[int, Any]:
        answer = self.answers.pop(0)
        if answer is None:
            raise NoAnswer("nobody is there")
        return answer


def test_a_server_that_was_killed_or_cannot_say_now_is_asked_again() -> None:
    service, tokens = OnBadDays(None, AWAY, None, DONE), Tokens()
    assert asyncio.run(tokens.of(ANN, service)) == "secret"
    assert asyncio.run(tokens.of(ANN, service)) == "secret"
    assert service.answers == []


def test_a_refusal_is_final() -> None:
    service = OnBadDays(None, WRONG, DONE)
    with pytest.raises(NotSignedIn, match="ann cannot sign in: wrong_credentials"):
        asyncio.run(Tokens().of(ANN, service))
    assert service.answers == [DONE]
