"""From one line of `shoe` to the commands that it stands for."""

from collections.abc import Callable
from typing import get_args

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.seals import SALT_BYTES, Opened
from app.roundscript.dealing import Commands, Dealing
from app.roundscript.read import BadScript, meant
from app.roundscript.vocabulary import bad, card_of, exactly, nothing_more, number_of

STEPS = ("spread", "turn_down", "wash", "stack", "plug", "riffle", "turn", "strip")


def _step(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words[1:])
    yield c.DoStep(words[0])


def _set(words: list[str], dealing: Dealing) -> Commands:
    set_id, colour = exactly(words, "ID COLOUR")
    yield c.BringSet(set_id, colour)


def _replace(words: list[str], dealing: Dealing) -> Commands:
    set_id, colour = exactly(words, "ID COLOUR")
    yield c.BringSet(set_id, colour, replaces=True)


def _inspect(words: list[str], dealing: Dealing) -> Commands:
    yield c.DoStep("inspect", exactly(words, "WHO")[0])


def _shuffle(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.FinishShuffle()


def _exposed(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.ReportExposure()


def _decline(words: list[str], dealing: Dealing) -> Commands:
    yield c.DeclineCut(number_of(exactly(words, "BOX")[0]))


def _cut(words: list[str], dealing: Dealing) -> Commands:
    who, cards = exactly(words, "BOX|employee CARDS")
    yield c.CutCards(None if who == "employee" else number_of(who), number_of(cards))


def _recut(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.OrderRecut()


def _cut_card_in(words: list[str], dealing: Dealing) -> Commands:
    yield c.PlaceCutCard(number_of(exactly(words, "CARDS")[0]))


def _load(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.LoadShoe()


def _burn(words: list[str], dealing: Dealing) -> Commands:
    yield c.BurnCard(dealing.put_face_down(card_of(exactly(words, "CARD")[0])))


def _disclose(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    burnt = [dealing.sealed[each] for each in dealing.table.shoe.burnt if each in dealing.sealed]
    yield c.DiscloseBurn(burnt[-1] if burnt else Opened(Card("AS"), bytes(SALT_BYTES)))


def _order_shuffle(words: list[str], dealing: Dealing) -> Commands:
    word = exactly(words, "REASON")[0]
    reasons = {reason: reason for reason in get_args(c.ShuffleReason)}
    if word not in reasons:
        bad(f"{word!r} is not one of {', '.join(reasons)}")
    yield c.OrderShuffle(reasons[word])


def _final_rounds(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.AnnounceFinalRounds()


def _dealer(words: list[str], dealing: Dealing) -> Commands:
    yield c.ChangeDealer(exactly(words, "NAME")[0])


def _replace_card(words: list[str], dealing: Dealing) -> Commands:
    yield c.ReplaceCard(card_of(exactly(words, "CARD")[0]))


def shoe_commands_of(line: str, dealing: Dealing) -> Commands:
    """The commands of a line of `shoe`."""
    word, *words = line.split()
    if word in STEPS:
        return _step([word, *words], dealing)
    if word not in SHOE:
        raise BadScript(f"unknown step {word!r}{meant(word, [*STEPS, *SHOE])}")
    return SHOE[word](words, dealing)


SHOE: dict[str, Callable[[list[str], Dealing], Commands]] = {
    "set": _set,
    "replace": _replace,
    "inspect": _inspect,
    "shuffle": _shuffle,
    "exposed": _exposed,
    "decline": _decline,
    "cut": _cut,
    "recut": _recut,
    "cut_card": _cut_card_in,
    "load": _load,
    "burn": _burn,
    "disclose": _disclose,
    "order_shuffle": _order_shuffle,
    "final_rounds": _final_rounds,
    "dealer": _dealer,
    "replace_card": _replace_card,
}
