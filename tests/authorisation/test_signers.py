"""Who signs beside the one who asks: every role under every command that takes signatures."""

import pytest

from app.api.application import PREFIX
from app.house.subjects.sessions.events import SignedForAct
from tests.authorisation.cells import Cell, judged, order
from tests.authorisation.house import HERE, PIN, House, Somebody

SIGNERS = ("dealer", "supervisor", "surveillance", "administrator", "auditor")
AT_THE_TABLE = frozenset({"dealer", "supervisor"})
SUPERVISOR = frozenset({"supervisor"})
# Under the command, asked for by this role: who may sign.
MAY_SIGN: dict[tuple[str, str], frozenset[str]] = {
    ("SignRemedy", "supervisor"): SUPERVISOR,
    ("OpenFloat", "supervisor"): AT_THE_TABLE,
    ("FillFloat", "supervisor"): AT_THE_TABLE,
    ("CreditFloat", "supervisor"): AT_THE_TABLE,
    ("CloseFloat", "supervisor"): AT_THE_TABLE,
    ("EnterDrop", "supervisor"): AT_THE_TABLE | {"auditor"},
    # Of the two one at least is a supervisor.
    ("EnterDrop", "auditor"): SUPERVISOR,
    ("BeginPaper", "supervisor"): AT_THE_TABLE,
    ("DoStep", "supervisor"): AT_THE_TABLE,
    ("DoStep", "dealer on duty here"): AT_THE_TABLE,
    # A supervisor who signs is told that he is no dealer, by the table.
    ("ChangeDealer", "supervisor"): AT_THE_TABLE,
    ("ChangeDealer", "dealer on duty here"): AT_THE_TABLE,
}  # fmt: skip


async def signers(house: House) -> dict[str, Somebody]:
    """One of each role, who has not asked for anything."""
    found = {}
    for role in SIGNERS:
        key = f"signs as {role}"
        if key not in house.staff:
            house.staff[key] = await house.person(role)
        found[role] = house.staff[key]
    return found


def signed(name: str, who: Somebody, *signers: Somebody) -> Cell:
    """The order of the one who asks, signed by these."""
    dealer = {"dealer": signers[0].name} if name == "ChangeDealer" else {}
    body = order(name, who, *[each.name for each in signers], pin=PIN, **dealer)
    return Cell(f"command.{name}", "post", f"{PREFIX}/tables/{HERE}/orders", body)


@pytest.mark.parametrize(("name", "asks"), MAY_SIGN, ids=map(" by ".join, MAY_SIGN))
def test_every_role_as_the_one_who_signs(house: House, name: str, asks: str) -> None:
    async def run() -> list[str]:
        who, may = house.staff[asks], MAY_SIGN[name, asks]
        house.a_minute_later()
        found = (await signers(house)).items()
        cells = [(signed(name, who, each), None if role in may else "not_allowed") for role, each in found]
        return await judged(house, who, cells, besides=(SignedForAct,))

    assert house.run(run()) == []


@pytest.mark.parametrize("name", ["OpenFloat", "FillFloat", "CreditFloat", "CloseFloat", "EnterDrop", "BeginPaper"])
def test_of_two_who_sign_one_is_a_supervisor(house: House, name: str) -> None:
    async def run() -> list[str]:
        who, found = house.staff["supervisor"], await signers(house)
        house.a_minute_later()
        dealer, supervisor = found["dealer"], found["supervisor"]
        both = signed(name, who, dealer, supervisor), signed(name, who, dealer, house.staff["dealer on duty here"])
        return await judged(house, who, [(both[0], None), (both[1], "not_allowed")], besides=(SignedForAct,))

    assert house.run(run()) == []


@pytest.mark.parametrize("name", sorted({name for name, _ in MAY_SIGN} - {"DoStep", "ChangeDealer"}))
def test_a_signature_makes_nobody_may_what_is_not_his(house: House, name: str) -> None:
    async def run() -> list[str]:
        who, found = house.staff["dealer on duty here"], await signers(house)
        return await judged(house, who, [(signed(name, who, found["supervisor"]), "not_allowed")])

    assert house.run(run()) == []
