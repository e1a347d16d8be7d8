"""Every check of the simulation is seen to fail: each of these plants an error in the server, its lines or its log."""

import os
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import app.realtime.writing
import app.store.chain
import app.table.actor
import app.table.drafting
from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.ledger import postings
from app.game.core.rejections import rejected
from app.game.core.seals import Opened, seal
from app.store import codec
from app.store.writer import Writer
from app.table import gaming_day
from device_simulators.machines.shoe import Shoe
from tests.simulation.whole import invariants
from tests.simulation.whole.felt import Felt
from tests.simulation.whole.invariants import Broken, Secrets, Stream
from tests.simulation.whole.running import House
from tests.simulation.whole.scenario import Scenario
from tests.simulation.whole.trouble import Trouble

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], Callable[[Scenario], None] | None]
SEED, ROUNDS, TABLES = "22", 1, 1


def _another_view(patch: Patch) -> None:
    """A screen is shown what is not so."""
    encode = codec.encode
    less, more = '"minimum_cents":500', '"minimum_cents":501'
    patch.setattr(app.realtime.writing, "encode", lambda view: encode(view).replace(less, more))


def _nothing_told(patch: Patch) -> None:
    """A change is passed over."""
    change = app.realtime.writing.change
    patch.setattr(
        app.realtime.writing, "change", lambda first, version, at_us, _view: change(first, version, at_us, None)
    )


def _told_of_the_face_down(patch: Patch) -> Callable[[Scenario], None]:
    """A heartbeat has something of the cards that lie face down."""
    beat = app.realtime.writing.heartbeat

    def plant(scenario: Scenario) -> None:
        secrets = scenario.world.invariants.secrets

        def heartbeat(version: int, us: int) -> str:
            lying = [
                secrets.known[each].salt.hex() for each in secrets.lying.get("table:1", ()) if each in secrets.known
            ]
            return beat(version, us)[:-1] + f',"of":"{lying}"}}'

        patch.setattr(app.realtime.writing, "heartbeat", heartbeat)

    return plant


def _acknowledged_before_it_is_durable(patch: Patch) -> None:
    """What is acknowledged is not always written."""
    append, count = Writer.append, [0]

    async def forgetful(self: Writer, *given: Any) -> None:
        count[0] += 1
        if count[0] != 15:
            await append(self, *given)

    patch.setattr(Writer, "append", forgetful)


def _another_answer(patch: Patch) -> None:
    """What is acknowledged is not what was written."""
    answer = app.realtime.writing.answer
    patch.setattr(
        app.realtime.writing, "answer", lambda done: answer(done._replace(first_version=done.first_version + 1))
    )


def _money_from_nowhere(patch: Patch) -> None:
    """A wager comes from nobody: PostgreSQL would not take it, so whoever follows the log is told it."""
    patch.setattr(invariants, "postings", lambda table, event: postings(table, event)[1:])


def _a_broken_chain(patch: Patch) -> None:
    """A row does not have the hash of its columns."""
    sealed = app.store.chain.sealed
    patch.setattr(app.table.drafting, "sealed", lambda entry: sealed(entry)._replace(actor="somebody else"))


def _another_card(patch: Patch) -> None:
    """The shoe tells another card than left it, and nothing went wrong on its line."""
    leave, count = Shoe._leave, [0]

    def leaves(self: Shoe, *given: Any) -> str:
        count[0] += 1
        told = leave(self, *given)
        return {"AS": "2S"}.get(told, "AS") if count[0] == 4 else told

    patch.setattr(Shoe, "_leave", leaves)
    patch.setattr(Felt, "faults_done", lambda _felt: Counter())


def _refused_what_is_offered(patch: Patch) -> None:
    """The table asks for the end of the shuffle, and refuses it."""
    decide = gaming_day.decide_on

    def refuses(day: Any, table: Any, rules: Any, command: Any) -> Any:
        if isinstance(command, c.FinishShuffle):
            return rejected("not_now.what_is_in_doubt")
        return decide(day, table, rules, command)

    patch.setattr(app.table.actor, "decide_on", refuses)


def _never_healed(patch: Patch) -> None:
    """PostgreSQL goes away and does not come back."""

    async def heal(self: Trouble) -> None:
        self._world.store.go_away(1e6)

    patch.setattr(Trouble, "heal", heal)


PLANTED: dict[str, tuple[Plant, str]] = {
    "another view": (_another_view, "screens: what is shown is the fold of the log"),
    "nothing told": (_nothing_told, "screens: what is passed over changes nothing"),
    "told of the face down": (_told_of_the_face_down, "hidden: no salt reaches a screen"),
    "acknowledged before it is durable": (
        _acknowledged_before_it_is_durable,
        "nothing is shown that is not in the log",
    ),
    "another answer": (_another_answer, "acknowledged: its events are in the log"),
    "money from nowhere": (_money_from_nowhere, "money: the postings of an event sum to zero"),
    "a broken chain": (_a_broken_chain, "chain: a row has the hash of its columns"),
    "another card": (_another_card, "cards: the record has the cards that left the shoe"),
    "refused what is offered": (_refused_what_is_offered, "offered: what is offered is accepted"),
    "never healed": (_never_healed, "does not finish its round|no answer to|nobody answers|does not come to an end"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_error_that_is_planted_is_found(name: str, here: House, monkeypatch: Patch) -> None:
    plant, found = PLANTED[name]
    outcome = here.run(SEED, ROUNDS, tables=TABLES, plant=plant(monkeypatch))
    assert re.search(found, outcome.broken), outcome.broken


def test_chance_that_is_not_of_the_seed_makes_another_log(here: House, monkeypatch: Patch) -> None:
    chance = os.urandom

    def plant(_scenario: Scenario) -> None:
        monkeypatch.setattr(os, "urandom", chance)

    first, second = [here.run(SEED, ROUNDS, tables=TABLES, plant=plant) for _ in range(2)]
    assert first.digest != second.digest


def test_one_signature_is_not_enough() -> None:
    stream = Stream("table:1", None)
    stream._signatures(e.RemedySigned("seal", "ann", "void_round", 1, waits=True))
    with pytest.raises(Broken, match="no remedy without two signatures"):
        stream._signatures(e.RoundVoided("other", "1", (), ()))
    with pytest.raises(Broken, match="two people sign a remedy"):
        stream._signatures(e.RemedySigned("seal", "ann", "void_round", 1, waits=False))
    with pytest.raises(Broken, match="two people sign for money"):
        stream._signatures(e.FloatOpened(1_000, ("ann", "ann")))


def test_a_commitment_or_a_card_in_a_message_is_found() -> None:
    secrets, opened = Secrets(), Opened(Card("KS"), bytes(16))
    secrets.add(seal(opened), opened)
    secrets.lying["table:1"] = {seal(opened)}
    secrets.search("table:1", "surveillance", f'{{"commitments":["{seal(opened)}"]}}', view=True)
    with pytest.raises(Broken, match="no commitment"):
        secrets.search("table:1", "floor", f'{{"commitments":["{seal(opened)}"]}}', view=True)
    with pytest.raises(Broken, match="no face-down card"):
        secrets.search("table:1", "dealer", '{"type":"alarms","words":"the card is KS."}', view=False)
