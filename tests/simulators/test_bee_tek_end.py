"""The shoe's end of Bee-Tek."""

from device_simulators.cards import shuffled
from device_simulators.dialects.bee_tek import Spelling
from device_simulators.ends.bee_tek import BeeTekEnd
from device_simulators.machines.mishaps import Mishaps
from device_simulators.machines.shoe import Shoe


def said(shoe: Shoe, end: BeeTekEnd) -> bytes:
    """What the shoe says of what has happened."""
    for happening in shoe.take():
        end.tell(happening, 0.0)
    return b"".join(sent.data for sent in end.take())


def test_everything_that_it_has_words_for() -> None:
    shoe, end = Shoe(Mishaps(), shuffled(1, 3)), BeeTekEnd(Spelling())
    shoe.supply.stack(["4S", "KH"], foreign=False)
    shoe.supply.stack(["TD"], foreign=True)
    shoe.press()
    shoe.press(1, "burn")
    shoe.supply.place_cut_card(len(shoe.supply.left))
    shoe.press(1, "burn")
    assert said(shoe, end) == (b" [Game]<Card:10D>  [Manual Burn Cards]<Card:4S>  [Manual Burn Cards]<Card:KH> ")
    shoe.mishaps.arm("unreadable", 1)
    shoe.press()
    shoe.push_back()
    shoe.raise_error(1)
    shoe.jam()
    shoe.press_button(1)
    assert said(shoe, end) == (
        b" [Game]<Game>  [Game]<Alarm:E4 Reverse>  [Game]<Alarm:E3 Card Not Read> [GameAlarm]<Alarm:E8 Card Jam><W0x01>"
    )


def test_it_listens_to_nobody_and_tells_no_start() -> None:
    shoe, end = Shoe(Mishaps(), shuffled(1, 3)), BeeTekEnd(Spelling("suit", "T"))
    end.received(b"LOCK", 0.0)
    shoe.start("power")
    shoe.locked = True
    shoe.press(1, force=True)
    card = shoe.supply.drawn[0].card
    assert said(shoe, end) == f" [Game]<Card:{card[1]}{card[0]}> ".encode()
    assert end.due_s() is None
