"""Two servers that are started at once on an empty database: one of them gives the setup token, both say what is to be
done, and nothing has to be tried out."""

import asyncio
import re
from functools import partial
from pathlib import Path

import httpx

from app.cli import main
from tests.bot.house import ADMINISTRATOR, House
from tests.forking import Forked
from tests.servers.apart import Apart, apart, verified
from tests.store.waiting import until

TOKEN = re.compile(r"^    ([\w-]{20,})$", re.MULTILINE)
SERVES = re.compile(r"serves \d+ tables at (\S+)\n")


class Starting:
    """A server whose whole greeting is kept."""

    def __init__(self, house: House, host: str, port: str = "0") -> None:
        self.house, self.out = house, house.data.parent / "said.txt"
        self.out.unlink(missing_ok=True)
        arguments = ["serve", "--host", host, "--port", port]
        house.process = Forked(main, arguments, house.environment, out=self.out, errors=house.log)

    def greeted(self) -> bool:
        """Whether it has said where it is; all of it is said at once."""
        if SERVES.search(self.said):
            return True
        assert self.house.process is not None and self.house.process.poll() is None, self.house.log.read_text()
        return False

    @property
    def said(self) -> str:
        """What it printed."""
        return self.out.read_text() if self.out.exists() else ""

    @property
    def url(self) -> str:
        """Where it is."""
        found = SERVES.search(self.said)
        assert found is not None
        return found[1]

    @property
    def token(self) -> str | None:
        """The setup token that it printed."""
        found = TOKEN.search(self.said)
        return found[1] if found else None

    def set_up(self, token: str) -> httpx.Response:
        """Make the first administrator here."""
        body = {"token": token, "name": ADMINISTRATOR.who, "shown": "The keeper", "pin": ADMINISTRATOR.pin}
        return httpx.post(f"{self.url}/api/v1/setup", json=body, trust_env=False)


def started(servers: Apart) -> tuple[Starting, Starting]:
    """Both at once; first the one that gives the token."""
    both = Starting(servers.one, "127.0.0.1"), Starting(servers.two, "127.0.0.2")
    for each in both:
        until(each.greeted)
    with_token = [each for each in both if each.token is not None]
    assert len(with_token) == 1, [each.said for each in both]
    return with_token[0], next(each for each in both if each is not with_token[0])


def test_of_two_servers_one_gives_the_setup_token_and_the_other_says_whouseit_is() -> None:
    with apart(empty=True) as servers:
        giver, other = started(servers)
        assert f"The setup token for the first one was printed by the server at {giver.url}" in other.said
        assert giver.token is not None
        for wrong in (giver.token, "made-up"):
            refused = other.set_up(wrong)
            assert refused.status_code == 401
            assert giver.url in refused.json()["message"], refused.json()
        done = giver.set_up(giver.token)
        assert done.status_code == 201, done.text
        asyncio.run(_signs_in(other))


async def _signs_in(there: Starting) -> None:
    there.house.url = there.url
    assert await there.house.office.token_of(ADMINISTRATOR)


def test_the_next_server_gives_a_token_when_the_first_one_is_gone() -> None:
    """Its lease runs out like that of a table."""
    with apart(empty=True) as servers:
        giver, other = started(servers)
        giver.house.kill()
        other.house.kill()

        def again() -> bool:
            anew = Starting(other.house, "127.0.0.3")
            until(anew.greeted)
            if anew.token is None:
                other.house.kill()
                return False
            assert anew.set_up(anew.token).status_code == 201
            return True

        until(again)


def test_servers_with_different_keys_say_so_at_both() -> None:
    """Until each has the other's public key, `verify` would know the lines of its own server alone."""
    with apart(empty=True, shares_key=False) as servers:
        pair = started(servers)
        for here, there in (pair, pair[::-1]):
            until(partial(_is_said, here, there))
            assert str(here.house.data / "keys" / "signing.pem") in here.house.log.read_text()
        assert pair[0].token is not None
        assert pair[0].set_up(pair[0].token).status_code == 201
        for each in pair:
            each.house.end()
        assert "which is not known" in verified(servers.one).stdout + verified(servers.two).stdout
        _shared(servers.one, servers.two)
        _shared(servers.two, servers.one)
        for house in (servers.one, servers.two):
            assert verified(house).returncode == 0, verified(house).stdout


def _is_said(here: Starting, there: Starting) -> bool:
    return f"the server at {there.url} signs with another key" in here.house.log.read_text()


def _shared(from_: House, to: House) -> None:
    """The public key of one lies beside that of the other."""
    key = (from_.data / "keys" / "signing.pub").read_bytes()
    Path(to.data / "keys" / f"{from_.data.parent.name}.pub").write_bytes(key)
