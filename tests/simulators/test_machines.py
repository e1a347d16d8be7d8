"""Cards, mishaps and the truth about them."""

from collections import Counter
from pathlib import Path

import pytest

from device_simulators.cards import DECK, shuffled
from device_simulators.machines import happenings as h
from device_simulators.machines.machine import CannotNow
from device_simulators.machines.mishaps import MISHAPS, Mishaps
from device_simulators.machines.reader import makes_blackjack
from device_simulators.machines.shoe import Shoe
from device_simulators.machines.shuffler import Shuffler
from device_simulators.memory import Memory


def test_eight_decks_hold_eight_of_each_and_no_ten() -> None:
    cards = shuffled(8, 42)
    assert len(DECK) == 48
    assert Counter(cards) == dict.fromkeys(DECK, 8)
    assert not any(card[0] == "T" for card in cards)
    assert shuffled(8, 42) == cards
    assert shuffled(8, 43) != cards


def test_everything_that_is_in_comes_out() -> None:
    shoe = Shoe(Mishaps(), shuffled(2, 7))
    shoe.press(96)
    assert Counter(drawn.card for drawn in shoe.supply.drawn) == dict.fromkeys(DECK, 2)
    assert [drawn.index for drawn in shoe.supply.drawn] == list(range(1, 97))
    assert shoe.take()[-1] == h.RanOut()
    assert shoe.counts() == (96, 0)
    with pytest.raises(CannotNow, match="empty"):
        shoe.press()


def test_stacked_cards_come_next_and_are_taken_from_the_others() -> None:
    shoe = Shoe(Mishaps(), shuffled(1, 7))
    shoe.supply.place_cut_card(20)
    shoe.supply.stack(["8S", "KH"], foreign=False)
    shoe.press(2)
    assert [drawn.card for drawn in shoe.supply.drawn] == ["8S", "KH"]
    assert len(shoe.supply.left) == 46
    with pytest.raises(CannotNow, match="too few of 8S"):
        shoe.supply.stack(["8S"], foreign=False)
    with pytest.raises(CannotNow, match="not a card"):
        shoe.supply.stack(["10S"], foreign=True)
    shoe.supply.stack(["8S", "TC"], foreign=True)
    shoe.press(2)
    assert [drawn.card for drawn in shoe.supply.drawn[2:]] == ["8S", "TC"]
    assert Counter(drawn.card for drawn in shoe.supply.drawn) + Counter(shoe.supply.left) == Counter(DECK) + Counter(
        ["8S", "TC"]
    )


@pytest.mark.parametrize("behind", [0, 1, 17, 48])
def test_the_cutting_card_comes_out_by_itself(behind: int) -> None:
    shoe = Shoe(Mishaps(), shuffled(1, 7))
    shoe.supply.place_cut_card(behind)
    shoe.press(48)
    if behind == 0:
        shoe.press()
    told = [happening for happening in shoe.take() if isinstance(happening, h.CardOut | h.CutCardOut)]
    assert told.index(h.CutCardOut()) == 48 - behind
    with pytest.raises(CannotNow, match="only 0 cards"):
        shoe.supply.place_cut_card(1)


@pytest.mark.parametrize("kind", sorted(Shoe.knows))
def test_no_mishap_loses_a_card_of_the_truth(kind: str) -> None:
    shoe = Shoe(Mishaps([kind], 0.2, seed=5), shuffled(1, 7))
    while shoe.supply.left:
        shoe.press(1, force=True)
    assert shoe.mishaps.done[kind] > 0
    cards = Counter(drawn.card for drawn in shoe.supply.drawn if not drawn.back)
    assert cards - Counter(["TS"] * 48) == Counter(DECK)
    told = [happening for happening in shoe.take() if isinstance(happening, h.CardOut)]
    noticed = [drawn for drawn in shoe.supply.drawn if drawn.sensed != "not_sensed"]
    assert [drawn.index for drawn in noticed] == list(range(1, len(noticed) + 1))
    assert [happening.index for happening in told] == [drawn.index for drawn in noticed if drawn.sensed != "untold"]
    untold = shoe.mishaps.done["missing"] + shoe.mishaps.done["untold"]
    assert len(told) == len(shoe.supply.drawn) - untold


def test_a_dead_shoe_lets_cards_out_that_it_never_tells() -> None:
    shoe = Shoe(Mishaps(), shuffled(1, 7))
    shoe.die()
    shoe.press(2)
    shoe.start("power")
    shoe.press()
    assert [drawn.index for drawn in shoe.supply.drawn] == [None, None, 1]
    assert shoe.take() == (h.Booted("power"), h.CardOut(shoe.supply.drawn[2].card, 1))


def test_mishaps_depend_on_the_seed_only() -> None:
    one, other = (Mishaps(MISHAPS, 0.3, seed=9) for _ in range(2))
    struck = [one.strikes("jam") for _ in range(100)]
    assert struck == [other.strikes("jam") for _ in range(100)]
    assert 10 < sum(struck) < 50
    assert not Mishaps().strikes("jam")


def test_a_jammed_shuffle_has_to_begin_anew() -> None:
    shuffler = Shuffler(Mishaps(), shuffled(1, 7), 7, shuffle_s=1.0)
    shuffler.start_shuffle(3, now_s=5.0)
    assert shuffler.due_s() == pytest.approx(5.1)
    shuffler.mishaps.arm("jam", 1)
    shuffler.tick(5.1)
    assert shuffler.take() == (h.ShuffleBegan(3), h.Jammed(), h.ErrorRaised(8))
    assert shuffler.due_s() is None
    with pytest.raises(CannotNow, match="error stands"):
        shuffler.start_shuffle(3, now_s=6.0)
    assert shuffler.clear_error(8)
    shuffler.take_out(1)
    shuffler.start_shuffle(3, now_s=6.0)
    shuffler.tick(7.5)
    assert shuffler.take()[-2:] == (h.Miscounted(47, 48), h.ShuffleEnded(3, 47))


@pytest.mark.parametrize(
    ("face_up", "hole", "blackjack"),
    [(1, 13, True), (1, 10, True), (11, 1, True), (1, 1, False), (12, 13, False), (9, 1, False), (1, 9, False)],
)
def test_what_makes_a_blackjack(face_up: int, hole: int, blackjack: bool) -> None:
    assert makes_blackjack(face_up, hole) is blackjack


def test_memory_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "shoe.json"
    memory = Memory(path)
    assert memory.read() is None
    memory.write({"machine": {"index": 3}})
    assert Memory(path).read() == {"machine": {"index": 3}}
    assert [file.name for file in path.parent.iterdir()] == ["shoe.json"]
