"""Two accounts, and how their owners sign in, or try to."""

from app.house.decide import decide
from app.house.records import HouseCommand
from app.house.refusal import Refused
from app.house.state import House
from app.house.subjects.people.commands import AddPerson
from app.house.subjects.sessions.commands import RefuseSignIn, SignIn
from app.language.rendering import say

SEAL = "ab" * 32
ADA = AddPerson("ada", "Ada", ("administrator",), pin_seal=SEAL)
DANA = AddPerson(
    "dana", "Dana K.", ("dealer",), badge="4711", licence="L-9", licensed_through="2026-11-18", pin_seal=SEAL
)
TODAY, TOMORROW = "2026-11-18", "2026-11-19"
MINUTE_US = 60_000_000


def refused(before: House, command: HouseCommand) -> tuple[str, str]:
    answer = decide(before, command)
    assert isinstance(answer, Refused), answer
    return answer.code, say(answer.message)


def sign_in(name: str, session: str = "s1", at_us: int = 1_000, day: str = TODAY) -> SignIn:
    return SignIn(name, session, f"hash of {session}", "10.0.0.7", at_us, at_us + 12 * 60 * MINUTE_US, day)


def wrong_pin(name: str, at_us: int = 1_000) -> RefuseSignIn:
    return RefuseSignIn(name, "wrong PIN", "10.0.0.7", at_us, counts=True)
