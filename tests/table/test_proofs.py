"""A device that cannot answer at the moment has not failed to prove itself: it is asked again."""

import hmac
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.devices.session_protocol import Answered
from app.devices.wanted import Attest
from app.house.state import Device
from app.settings import Settings
from app.store.database import Database
from app.table.attached import device_proofs
from app.table.attached.device_proofs import NOT_THE_ONE
from tests.devices.table_link_device import Device as Plugged
from tests.devices.waiting import until
from tests.table.wired import Wired, wired

ATTEST = 0x26
BUSY, LOCKED, NO_KEY, ERROR_STANDS = b"\xf5\x02", b"\xf5\x03", b"\xf5\x04", b"\xf5\x05"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_proofs, "AGAIN_S", 0.01)


@pytest.fixture
def key(settings: Settings, number: str) -> Iterator[Path]:
    """Where the server keeps the key of the table's shoe, which has it."""
    path = settings.data / "device-keys" / f"t{number}-shoe"
    path.parent.mkdir(exist_ok=True)
    path.write_text(Plugged.KEY.hex())
    path.chmod(0o600)
    yield path
    path.unlink()


def doubted(at: Wired) -> str:
    return at.table.held.detail if at.table.held is not None else ""


def refusing(answer: bytes) -> dict[int, bytes]:
    return {ATTEST: answer}


@pytest.mark.parametrize("answer", [BUSY, LOCKED, ERROR_STANDS, b"\xf3"])
async def test_a_shoe_that_cannot_answer_now_is_asked_again(
    answer: bytes, database: Database, settings: Settings, number: str, key: Path
) -> None:
    assert key.exists()
    async with wired(database, settings, number, made=lambda shoe: shoe.refuse.update(refusing(answer))) as at:
        await until(lambda: at.asked(ATTEST) > 2, "that it is asked again")
        at.device.refuse.clear()
        tried = at.asked(ATTEST)
        await until(lambda: at.asked(ATTEST) > tried, "that it is asked again")
        await until(lambda: not at.tables.devices.proofs.under_way, "the proof")
        assert at.table.held is None
        notes = [words for what, words in await at.notes() if what == "alarm"]
        assert len(notes) == 1 and "asked again" in notes[0], "the floor is told once"


async def test_a_shoe_that_starts_anew_when_it_is_asked_is_asked_again(
    database: Database, settings: Settings, number: str, key: Path
) -> None:
    """It was out of step, and never asked: that says nothing of who it is."""
    assert key.exists()
    async with wired(database, settings, number) as at:
        await until(lambda: at.asked(ATTEST) == 1, "the first proof")
        await until(lambda: not at.tables.devices.proofs.under_way, "the first proof")
        for n in range(2, 6):
            at.device.refuse[ATTEST] = b"\xf5\x01"
            at.restart()
            await until(lambda n=n: at.asked(ATTEST) >= n, "that it is asked")  # type: ignore[misc]
            at.device.refuse.clear()
            await until(lambda: at.running() and not at.tables.devices.proofs.under_way, "the proof")
        assert at.table.held is None and NOT_THE_ONE not in str(await at.notes())


@pytest.mark.parametrize("answer", [NO_KEY, b"\xf2", b"\xf0" + bytes(16)])
async def test_a_shoe_that_has_no_right_proof_is_doubted_at_once(
    answer: bytes, database: Database, settings: Settings, number: str, key: Path
) -> None:
    assert key.exists()
    async with wired(database, settings, number, made=lambda shoe: shoe.refuse.update(refusing(answer))) as at:
        await until(lambda: doubted(at) == "wrong_device", "the doubt")
        assert at.asked(ATTEST) == 1 and ("alarm", NOT_THE_ONE) in await at.notes()


@pytest.mark.parametrize("answer", [BUSY, b"\xf0"])
async def test_a_shoe_that_never_proves_itself_is_doubted_in_the_end(
    answer: bytes, database: Database, settings: Settings, number: str, key: Path
) -> None:
    """Whoever put another one there would have it say for ever that it is busy, or give no answer to this alone."""
    assert key.exists()
    async with wired(database, settings, number, made=lambda shoe: shoe.refuse.update(refusing(answer))) as at:
        await until(lambda: doubted(at) == "wrong_device", "the doubt", 60.0)
        assert at.asked(ATTEST) >= device_proofs.SHOE_ASKED


class Dropping:
    """A driver whose device drops the line instead of an answer; `proves`: it answers with a proof of its own."""

    def __init__(self, key: bytes) -> None:
        self.key, self.asked, self.proves = key, 0, False

    async def want(self, wanted: Attest) -> Answered:
        self.asked += 1
        if self.proves:
            code = hmac.digest(self.key, wanted.nonce + b"1.0.3", "sha256")[:16]
            return Answered(wanted, "done", f"{code.hex()} 1.0.3")
        return Answered(wanted, "no_answer", "the line was lost before the device answered")

    def health(self) -> SimpleNamespace:
        return SimpleNamespace(connected=False)


async def test_a_shoe_that_drops_the_line_whenever_it_is_asked_is_doubted_in_the_end(tmp_path: Path) -> None:
    """It plays whenever it is back, so its tries are counted over all its lines."""
    (tmp_path / "t7-shoe").write_text(Plugged.KEY.hex())
    (tmp_path / "t7-shoe").chmod(0o600)
    wrong: list[str] = []
    asking = device_proofs.Proofs(tmp_path, lambda _name, _words: None, lambda name, _words: wrong.append(name))
    shoe, driver = Device("t7-shoe", "7", "shoe", "table-link", "socket://h:1"), Dropping(Plugged.KEY)

    async def back() -> None:
        await asking.prove(shoe, lambda: driver)  # type: ignore[arg-type,return-value]

    for _ in range(device_proofs.SHOE_ASKED - 1):
        await back()
    driver.proves = True
    await back()
    driver.proves = False
    for _ in range(device_proofs.SHOE_ASKED - 1):  # it had proved itself: it has all its tries again
        await back()
    assert wrong == []
    await back()
    assert wrong == ["t7-shoe"]


async def test_a_replayed_proof_is_none(database: Database, settings: Settings, number: str, key: Path) -> None:
    """Each question has a nonce of its own."""
    assert key.exists()
    async with wired(database, settings, number) as at:
        await until(lambda: at.asked(ATTEST) == 1, "the proof")
        await until(lambda: not at.tables.devices.proofs.under_way, "the proof")
        at.device.refuse[ATTEST] = at.device.run(next(each for each in at.device.commands if each[0] == ATTEST), 0.0)
        at.restart()
        await until(lambda: doubted(at) == "wrong_device", "the doubt")


async def test_a_device_that_starts_anew_over_a_line_that_stands_was_not_lost(
    database: Database, settings: Settings, number: str
) -> None:
    """A loss that is noted has an end: one whose return is never noted would count as away for ever."""
    async with wired(database, settings, number) as at:
        for boots in range(1, 4):
            await until(at.running, "the shoe")
            await until(lambda b=boots: at.device.confirmed >= b, "its start")  # type: ignore[misc]
            at.restart()
            await until(lambda: not at.device.in_step or at.running(), "that the host sees it")
        await until(lambda: at.running() and at.device.confirmed == at.device.counter, "the shoe")
        assert [what for what, _ in await at.notes() if what != "alarm"] == ["back"]
        at.end.pull()
        await until(lambda: not at.running(), "that it is lost")
        at.end.plug()
        await until(at.running, "that it is back")
        assert [what for what, _ in await at.notes() if what != "alarm"] == ["back", "lost", "back"]
