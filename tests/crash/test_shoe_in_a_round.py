"""Cards are shuffled and loaded in the middle of a round: the table comes back from the checkpoint that this makes."""

from app.game.core.apply import EMPTY, apply
from app.game.events import ShoeLoaded
from app.store.checkpoints import checkpoint_of, table_of
from tests.crash.script import Script

BOOK = "sg-pontoon-plus-v5"
SEEDS = (45, 69, 84)  # boxes have been dealt to when the shoe is loaded
ROUNDS = 3


def test_a_shoe_that_is_loaded_in_a_round_is_a_checkpoint_that_can_be_read() -> None:
    with_hands = 0
    for seed in SEEDS:
        script = Script(BOOK, seed)
        while script.rounds_over < ROUNDS:
            script.step()
        table = EMPTY
        for event in script.events:
            table = apply(table, event)
            if isinstance(event, ShoeLoaded) and table.round is not None and table.round.boxes:
                with_hands += 1
                assert table_of(checkpoint_of(table)) == table
    assert with_hands >= len(SEEDS)
