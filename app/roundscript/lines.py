"""From one line of `play` or `shoe` to the commands that it stands for.

A line is an action word and its words. Some need to know the table (a reading follows from the hole card, a face-down
card is opened with the salt that sealed it), so each action gets the Dealing that the script runs in.
"""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NoReturn, get_args

from app.game import commands as c
from app.game.cards import Card, parse_card
from app.game.hands import is_pontoon
from app.game.seals import SALT_BYTES, Opened, seal
from app.game.state import Table, place_of
from app.roundscript.read import SIDE_BETS, BadScript

Commands = Iterator[c.Command]
KEEPS = {"first": 0, "second": 1}
LONGEST_NUMBER = 15
STEPS = ("spread", "turn_down", "wash", "stack", "plug", "riffle", "turn", "strip")


class Dealing:
    """The table that the script runs on, and the face-down cards as the shoe knows them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sealed: dict[str, Opened] = {}

    def put_face_down(self, card: Card) -> str:
        """Seal a card with a salt of its own; the commitment."""
        salt = sha256(f"face-down card {len(self.sealed)}".encode()).digest()[:SALT_BYTES]
        opened = Opened(card, salt)
        self.sealed[seal(opened)] = opened
        return seal(opened)


def commands_of(line: str, dealing: Dealing) -> Commands:
    """The commands of a line of `play`."""
    word, *words = line.split()
    if word not in PLAY:
        raise BadScript(f"unknown action {word!r}")
    return PLAY[word](words, dealing)


def shoe_commands_of(line: str, dealing: Dealing) -> Commands:
    """The commands of a line of `shoe`."""
    word, *words = line.split()
    if word in STEPS:
        return _step([word, *words], dealing)
    if word not in SHOE:
        raise BadScript(f"unknown step {word!r}")
    return SHOE[word](words, dealing)


# --- words


def _bad(message: str) -> NoReturn:
    raise BadScript(message)


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]+(_[0-9]+)*", word) or len(word) > LONGEST_NUMBER:
        _bad(f"{word[:LONGEST_NUMBER]!r} is not a whole number")
    return int(word)


def _card(word: str) -> Card:
    return parse_card(word) or _bad(f"{word!r} is not a card")


def _cards(words: list[str]) -> list[Card]:
    return [_card(word) for word in words] or _bad("at least one card is needed")


def _exactly(words: list[str], names: str) -> list[str]:
    if len(words) != len(names.split()):
        _bad(f"write {names}, not {' '.join(words) or 'nothing'}")
    return words


def _pair(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    return (name, value) if name and equals and value else _bad(f"{word!r} is not NAME=VALUE")


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    pairs = [_pair(word) for word in words]
    if len({name for name, _ in pairs}) != len(pairs):
        _bad("a player is named once")
    return pairs


def _none(words: list[str]) -> None:
    if words:
        _bad(f"nothing follows here, not {' '.join(words)!r}")


# --- cards


def _draw(words: list[str], dealing: Dealing) -> Commands:
    for card in _cards(words):
        yield c.DrawCard(card)


def _face_down(words: list[str], dealing: Dealing) -> Commands:
    for card in _cards(words):
        yield c.DrawFaceDown(dealing.put_face_down(card))


def _hole(words: list[str], dealing: Dealing) -> Commands:
    yield c.DrawFaceDown(dealing.put_face_down(_card(_exactly(words, "CARD")[0])), hole=True)


def _peek(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    round_ = dealing.table.round
    if round_ is None or round_.hole is None:
        yield c.ReadHole(blackjack=False)
    else:
        yield c.ReadHole(is_pontoon((round_.dealer[0], dealing.sealed[round_.hole].card)))


def _turn_box(words: list[str], dealing: Dealing) -> Commands:
    box = _number(_exactly(words, "BOX")[0])
    boxes = dealing.table.round.boxes if dealing.table.round else ()
    down = [card for each in boxes if each.number == box for hand in each.hands for card in hand.down]
    yield c.TurnUpBox(box, tuple(dealing.sealed[card.commitment] for card in down))


def _squeeze(words: list[str], dealing: Dealing) -> Commands:
    yield c.PermitSqueeze(_number(_exactly(words, "BOX")[0]))


def _cut_card_out(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.DrawCutCard()


# --- wagers and decisions


def _bet(words: list[str], dealing: Dealing) -> Commands:
    if len(words) < 3:
        _bad("write BOX PLAYER KIND=AMOUNT")
    box, player = _number(words[0]), words[1]
    wagers = [(kind, _number(amount)) for kind, amount in _pairs(words[2:])]
    if unknown := [kind for kind, _ in wagers if kind not in ("main", *SIDE_BETS)]:
        _bad(f"{unknown[0]!r} is not a wager")
    for kind, cents in sorted(wagers, key=lambda wager: wager[0] != "main"):
        yield c.PlaceWager(box, player, kind, cents, _sits(dealing, box, player))


def _sits(dealing: Dealing, box: int, player: str) -> bool:
    """Whether the bettor sits there: as before, or as the first on the box."""
    if dealing.table.round is None:
        return True
    place = place_of(dealing.table.round, box, player)
    return place.seated if place else all(each.box != box for each in dealing.table.round.places)


def _withdraw(words: list[str], dealing: Dealing) -> Commands:
    box, player = _exactly(words, "BOX PLAYER")
    yield c.WithdrawWagers(_number(box), player)


def _no_more_bets(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.CloseBets()


def _insure(words: list[str], dealing: Dealing) -> Commands:
    box, player, amount = _exactly(words, "BOX PLAYER AMOUNT")
    yield c.Insure(_number(box), player, _number(amount))


def _for_box(command: type[c.Surrender] | type[c.Hit] | type[c.Stand]) -> Callable[[list[str], Dealing], Commands]:
    def commands(words: list[str], dealing: Dealing) -> Commands:
        yield command(_number(_exactly(words, "BOX")[0]))

    return commands


def _double(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        _bad("write BOX [PLAYER=AMOUNT...]")
    amounts = tuple((player, _number(amount)) for player, amount in _pairs(words[1:]))
    yield c.Double(_number(words[0]), amounts or None)


def _split(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        _bad("write BOX [PLAYER=first|second...]")
    pairs = _pairs(words[1:])
    if wrong := [hand for _, hand in pairs if hand not in KEEPS]:
        _bad(f"{wrong[0]!r} is neither first nor second")
    yield c.Split(_number(words[0]), tuple((player, KEEPS[hand]) for player, hand in pairs))


def _rescue(words: list[str], dealing: Dealing) -> Commands:
    where, player = _exactly(words, "BOX[.HAND] PLAYER")
    box, _, hand = where.partition(".")
    yield c.TakeBackDouble(_number(box), player, _number(hand) if hand else None)


def _proceed(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.Proceed()


def _shoe_step(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        _bad("write a step of the shoe")
    return shoe_commands_of(" ".join(words), dealing)


PLAY: dict[str, Callable[[list[str], Dealing], Commands]] = {
    "cards": _draw,
    "hole": _hole,
    "down": _face_down,
    "turn": _turn_box,
    "squeeze": _squeeze,
    "peek": _peek,
    "cut_card": _cut_card_out,
    "bet": _bet,
    "withdraw": _withdraw,
    "no_more_bets": _no_more_bets,
    "insure": _insure,
    "surrender": _for_box(c.Surrender),
    "hit": _for_box(c.Hit),
    "stand": _for_box(c.Stand),
    "double": _double,
    "split": _split,
    "rescue": _rescue,
    "proceed": _proceed,
    "shoe": _shoe_step,
}


# --- the shoe


def _step(words: list[str], dealing: Dealing) -> Commands:
    _none(words[1:])
    yield c.DoStep(words[0])


def _set(words: list[str], dealing: Dealing) -> Commands:
    set_id, colour = _exactly(words, "ID COLOUR")
    yield c.BringSet(set_id, colour)


def _replace(words: list[str], dealing: Dealing) -> Commands:
    set_id, colour = _exactly(words, "ID COLOUR")
    yield c.BringSet(set_id, colour, replaces=True)


def _inspect(words: list[str], dealing: Dealing) -> Commands:
    yield c.DoStep("inspect", _exactly(words, "WHO")[0])


def _shuffle(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.FinishShuffle()


def _exposed(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.ReportExposure()


def _decline(words: list[str], dealing: Dealing) -> Commands:
    yield c.DeclineCut(_number(_exactly(words, "BOX")[0]))


def _cut(words: list[str], dealing: Dealing) -> Commands:
    who, cards = _exactly(words, "BOX|employee CARDS")
    yield c.CutCards(None if who == "employee" else _number(who), _number(cards))


def _recut(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.OrderRecut()


def _cut_card_in(words: list[str], dealing: Dealing) -> Commands:
    yield c.PlaceCutCard(_number(_exactly(words, "CARDS")[0]))


def _load(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.LoadShoe()


def _burn(words: list[str], dealing: Dealing) -> Commands:
    yield c.BurnCard(dealing.put_face_down(_card(_exactly(words, "CARD")[0])))


def _disclose(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    burnt = dealing.sealed.get(dealing.table.shoe.burnt or "")
    yield c.DiscloseBurn(burnt or Opened(Card("AS"), bytes(SALT_BYTES)))


def _order_shuffle(words: list[str], dealing: Dealing) -> Commands:
    word = _exactly(words, "REASON")[0]
    reasons = {reason: reason for reason in get_args(c.ShuffleReason)}
    if word not in reasons:
        _bad(f"{word!r} is not one of {', '.join(reasons)}")
    yield c.OrderShuffle(reasons[word])


def _final_rounds(words: list[str], dealing: Dealing) -> Commands:
    _none(words)
    yield c.AnnounceFinalRounds()


def _dealer(words: list[str], dealing: Dealing) -> Commands:
    yield c.ChangeDealer(_exactly(words, "NAME")[0])


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
}
