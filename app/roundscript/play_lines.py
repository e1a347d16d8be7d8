"""From one line of `play` to the commands that it stands for.

A line is an action word and its words. Some need to know the table (a reading follows from the hole card, a face-down
card is opened with the salt that sealed it), so each action gets the Dealing that the script runs in.
"""

from collections.abc import Callable

from app.game import commands as c
from app.game.core.hands import is_pontoon
from app.game.core.state import MISSING, place_of
from app.game.core.turn import lies_face_down
from app.game.subjects.settlement.sidebets import SIDE_BETS
from app.game.subjects.wagers.placed_wagers import betting_open
from app.roundscript.dealing import Commands, Dealing
from app.roundscript.error_lines import ERRORS, SUPERVISORS
from app.roundscript.read import BadScript, meant
from app.roundscript.shoe_lines import shoe_commands_of
from app.roundscript.vocabulary import bad, card_of, cards_of, exactly, nothing_more, number_of, pairs_of

KEEPS = {"first": 0, "second": 1}
UNNOTICED, SEATED, STANDING = "unnoticed", "seated", "standing"
# What may stand behind the amounts of a bet.
HOW = (UNNOTICED, SEATED, STANDING)


def commands_of(line: str, dealing: Dealing, *, corrected: bool = False) -> Commands:
    """The commands of a line of `play`, or of a corrected sequence."""
    word, *words = line.split()
    known = CORRECTED if corrected else PLAY
    if word not in known:
        raise BadScript(f"unknown action {word!r}{meant(word, known)}")
    return known[word](words, dealing)


def _draw(words: list[str], dealing: Dealing) -> Commands:
    for card in cards_of(words):
        yield from _ready_first(dealing)
        yield from dealing.hole_first()
        yield c.DrawCard(card)


def _ready_first(dealing: Dealing) -> Commands:
    """An unseen card that lies ready is the first of the round."""
    table = dealing.table
    ready = table.kept[0].commitment if table.kept and table.round is not None else None
    if ready is not None and table.round is not None and not table.round.bets_closed:
        yield c.TurnUpKept(dealing.sealed[ready])


def _burn_again(words: list[str], dealing: Dealing) -> Commands:
    yield c.DiscardCard(card_of(exactly(words, "CARD")[0]))


def _face_down(words: list[str], dealing: Dealing) -> Commands:
    for card in cards_of(words):
        yield c.DrawFaceDown(dealing.put_face_down(card))


def _hole(words: list[str], dealing: Dealing) -> Commands:
    yield c.DrawFaceDown(dealing.put_face_down(card_of(exactly(words, "CARD")[0])), hole=True)


def _peek(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    round_ = dealing.table.round
    if round_ is None or round_.hole is None:
        yield c.ReadHole(blackjack=False)
    else:
        yield c.ReadHole(is_pontoon((round_.dealer[0], dealing.sealed[round_.hole].card)))


def _turn_box(words: list[str], dealing: Dealing) -> Commands:
    box = number_of(exactly(words, "BOX")[0])
    boxes = dealing.table.round.boxes if dealing.table.round else ()
    hands = [hand for each in boxes if each.number == box for hand in each.hands if lies_face_down(hand)]
    down = hands[0].down if hands else ()
    yield c.TurnUpBox(box, tuple(dealing.sealed[card.commitment] for card in down))


def _squeeze(words: list[str], dealing: Dealing) -> Commands:
    yield c.PermitSqueeze(number_of(exactly(words, "BOX")[0]))


def _cut_card_out(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.DrawCutCard()


def _bet(words: list[str], dealing: Dealing) -> Commands:
    if len(words) < 3:
        bad("write BOX PLAYER KIND=AMOUNT")
    box, player, said = number_of(words[0]), words[1], words[2:]
    how = [word for word in said if word in HOW]
    wagers = dict(pairs_of([word for word in said if word not in HOW]))
    noticed = UNNOTICED not in how
    kinds = ("main", *SIDE_BETS)
    if unknown := [kind for kind in wagers if kind not in kinds]:
        bad(f"{unknown[0]!r} is not a wager{meant(unknown[0], kinds)}")
    sits = SEATED in how or (STANDING not in how and _sits(dealing, box, player))
    if wagers.get("main") == MISSING:
        yield c.PlaceWager(box, player, "main", 0, sits, noticed, missing=True)
        del wagers["main"]
    amounts = [(kind, number_of(amount)) for kind, amount in wagers.items()]
    by = "" if betting_open(dealing.table) else SUPERVISORS[0]
    for kind, cents in sorted(amounts, key=lambda wager: wager[0] != "main"):
        yield c.PlaceWager(box, player, kind, cents, sits, noticed, by=by)


def _sits(dealing: Dealing, box: int, player: str) -> bool:
    """Whether the bettor sits there: as before, or as the first on the box."""
    if dealing.table.round is None:
        return True
    place = place_of(dealing.table.round, box, player)
    return place.seated if place else all(each.box != box for each in dealing.table.round.places)


def _withdraw(words: list[str], dealing: Dealing) -> Commands:
    box, player = exactly(words, "BOX PLAYER")
    yield c.WithdrawWagers(number_of(box), player)


def _no_more_bets(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.CloseBets()


def _insure(words: list[str], dealing: Dealing) -> Commands:
    box, player, amount = exactly(words, "BOX PLAYER AMOUNT")
    yield c.Insure(number_of(box), player, number_of(amount))


def _for_box(command: type[c.Surrender] | type[c.Hit] | type[c.Stand]) -> Callable[[list[str], Dealing], Commands]:
    def commands(words: list[str], dealing: Dealing) -> Commands:
        yield command(number_of(exactly(words, "BOX")[0]))

    return commands


def _double(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        bad("write BOX [PLAYER=AMOUNT...]")
    amounts = tuple((player, number_of(amount)) for player, amount in pairs_of(words[1:]))
    yield c.Double(number_of(words[0]), amounts or None)


def _split(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        bad("write BOX [PLAYER=first|second...]")
    pairs = pairs_of(words[1:])
    if wrong := [hand for _, hand in pairs if hand not in KEEPS]:
        bad(f"{wrong[0]!r} is neither first nor second")
    yield c.Split(number_of(words[0]), tuple((player, KEEPS[hand]) for player, hand in pairs))


def _rescue(words: list[str], dealing: Dealing) -> Commands:
    where, player = exactly(words, "BOX[.HAND] PLAYER")
    box, _, hand = where.partition(".")
    yield c.TakeBackDouble(number_of(box), player, number_of(hand) if hand else None)


def _proceed(words: list[str], dealing: Dealing) -> Commands:
    nothing_more(words)
    yield c.Proceed()


def _shoe_step(words: list[str], dealing: Dealing) -> Commands:
    if not words:
        bad("write a step of the shoe")
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
    **ERRORS,
}
# In a corrected sequence a card may also go to the discard rack.
CORRECTED = {word: line for word, line in PLAY.items() if word not in ERRORS} | {"burn": _burn_again}
