"""One command as the line of a round script that stands for it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from app.game import commands as c
from app.game import events as e
from app.game.core.cards import Card
from app.game.core.hands import is_pontoon
from app.game.core.seals import Opened
from app.game.core.state import DEALER
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.roundscript.error_lines import ABOUT
from app.surveillance.export.cannot import CannotExport
from app.surveillance.export.script_text import amount, one_word
from app.surveillance.recorded import Recorded, Step

# What takes effect when the last signature that is needed is there.
IN_FORCE = (e.RoundVoided, e.WagersVoided, e.EarlierRoundAmended, e.RoundRewritten)


class Scene(NamedTuple):
    """What the lines are written from: the round, its book, the players' labels, the face-down cards that may be shown,
    and how many more cards the script's shoe has than this one had. `bets_as_lines`: every bet has a line of the play,
    in the order in which it was placed."""

    recorded: Recorded
    rules: Ruleset
    labels: dict[str, str]
    faces: Mapping[str, Opened]
    more_cards: int = 0
    bets_as_lines: bool = False

    def face(self, commitment: str, what: str) -> Card:
        """The face of a card that was dealt face down."""
        opened: Opened | None = self.faces.get(commitment)
        if opened is None:
            raise CannotExport(f"{what} is still face down, and its face may not be shown.")
        return opened.card


def line_of(step: Step, scene: Scene) -> str | None:
    """The line; None where the script does by itself what was done, or nothing that counts was."""
    write = LINES.get(type(step.command))
    return write(step, step.command, scene) if write else None


Write = Callable[[Step, Any, Scene], str | None]


def _fixed(text: str) -> Write:
    def write(step: Step, command: c.Command, scene: Scene) -> str:
        return text

    return write


def _late_amount(step: Step, command: c.PlaceWager, scene: Scene) -> str | None:
    """The wagers stand above the play, but for an amount that came late."""
    if not any([isinstance(event, e.AmountEntered) for event in step.events]):
        return None
    unnoticed = "" if command.noticed else " unnoticed"
    return f"bet {command.box} {one_word(scene.labels[command.player])} main={amount(command.cents)}{unnoticed}"


def _for_box(word: str) -> Write:
    def write(step: Step, command: Any, scene: Scene) -> str:
        return f"{word} {command.box}"

    return write


def _draw(step: Step, command: c.DrawCard, scene: Scene) -> str:
    return f"cards {command.card}"


def _face_down(step: Step, command: c.DrawFaceDown, scene: Scene) -> str:
    if command.hole:
        return f"hole {scene.face(command.commitment, 'The hole card')}"
    return f"down {scene.face(command.commitment, 'A card that a box squeezed')}"


def _peek(step: Step, command: c.ReadHole, scene: Scene) -> str:
    """In a script the answer follows from the card."""
    round_ = step.before.round
    assert round_ is not None, "the reader is used in a round"
    assert round_.hole is not None, "and on a card that lies face down"
    cards = (round_.dealer[0], scene.face(round_.hole, "The hole card"))
    if is_pontoon(cards) != command.blackjack:
        raise CannotExport("The card reader gave a wrong answer; in a script it follows from the hole card.")
    return "peek"


def _insure(step: Step, command: c.Insure, scene: Scene) -> str:
    return f"insure {command.box} {scene.labels[command.player]} {amount(command.cents)}"


def _double(step: Step, command: c.Double, scene: Scene) -> str:
    amounts = [f"{scene.labels[player]}={amount(cents)}" for player, cents in command.amounts or ()]
    return " ".join([f"double {command.box}", *amounts])


def _split(step: Step, command: c.Split, scene: Scene) -> str:
    keeps = [f"{scene.labels[player]}={('first', 'second')[hand]}" for player, hand in command.keeps]
    return " ".join([f"split {command.box}", *keeps])


def _rescue(step: Step, command: c.TakeBackDouble, scene: Scene) -> str:
    return f"rescue {_at(command.box, command.hand)} {scene.labels[command.player]}"


def _at(box: int | None, hand: int | None) -> str:
    return f"{box}" if hand is None else f"{box}.{hand}"


# --- the shoe in the middle of play


def _order_shuffle(step: Step, command: c.OrderShuffle, scene: Scene) -> str:
    return f"shoe order_shuffle {command.reason}"


def _change_dealer(step: Step, command: c.ChangeDealer, scene: Scene) -> str:
    return f"shoe dealer {one_word(command.dealer)}"


def _burn(step: Step, command: c.BurnCard, scene: Scene) -> str:
    return f"shoe burn {scene.face(command.commitment, 'The burnt card')}"


def _replace(step: Step, command: c.ReplaceCard, scene: Scene) -> str | None:
    carried = command.card in [card for card, _ in scene.recorded.opening.damaged]
    return None if carried else f"shoe replace_card {command.card}"


# --- errors


def _report(step: Step, command: c.Report, scene: Scene) -> str:
    if command.irregularity == "interruption":
        return "interrupt"
    player = scene.labels.get(command.player or "", command.player)
    given = {"BOX": command.box, "FELT_CARDS": command.felt, "PLAYER": player}
    words = [str(given[word]) for word in ABOUT[command.irregularity]]
    if command.irregularity == "misplaced_card" and command.box is not None:
        words = ["dealer" if command.box == DEALER else _at(command.box, command.hand)]
    words += ["first"] * (command.irregularity == "missed_card" and command.first)
    moved = any([isinstance(event, e.TableHeld) and bool(event.settled) for event in step.events])
    return " ".join(["report", command.irregularity, *words, *["paid"] * moved])


def _face_up(step: Step, command: c.FindFaceUp, scene: Scene) -> str:
    return f"faceup {command.card}"


def _together(step: Step, command: c.DrawTogether, scene: Scene) -> str:
    return f"together {command.first} {command.second}"


def _error_down(step: Step, command: c.DrawInError, scene: Scene) -> str:
    to_dealer = " dealer" if command.to_dealer else ""
    return f"error_down {scene.face(command.commitment, 'A card drawn in error')}{to_dealer}"


def _empty(step: Step, command: c.ReportShoeEmpty, scene: Scene) -> str:
    """A shoe that ran out too early is one in which too few cards were counted."""
    held = next(event for event in step.events if isinstance(event, e.TableHeld))
    if held.irregularity == "shoe_empty":
        return "short"
    return f"report count_shoe {step.before.shoe.left + scene.more_cards - (held.felt or 0)}"


def _count(step: Step, command: c.CountShoe, scene: Scene) -> str:
    return f"report count_shoe {command.cards + scene.more_cards}"


def _damage(step: Step, command: c.ReportDamage, scene: Scene) -> str:
    return f"report damaged_card {command.card}"


def _resolve(step: Step, command: c.Resolve, scene: Scene) -> str:
    words = [_at(*hand) for hand in command.hands] if command.choice == "void_hand" else []
    if command.choice == "choose":
        words = [str(command.card)]
    elif command.player is not None:
        words = [str(command.box), scene.labels[command.player]]
    return " ".join(["resolve", command.choice, *words])


def _correct(step: Step, command: c.CorrectRecord, scene: Scene) -> str:
    return f"correct {command.correction} {command.box}.{command.hand}"


def _signed(step: Step, command: c.SignRemedy, scene: Scene) -> str | None:
    """The signature with which it took effect; in a script two people sign every void."""
    if not any([isinstance(event, IN_FORCE) for event in step.events]):
        return None
    remedy = command.remedy
    assert isinstance(remedy, c.Void), "a reconstruction is a part of its own"
    if remedy.scope == "round":
        offered = step.before.held is not None and "void_round" in open_questions(step.before, scene.rules)[0].choices
        return "resolve void_round" if offered else f"void round {one_word(remedy.reason)}"
    if remedy.scope == "hand":
        return f"void {_at(remedy.box, remedy.hand)} {one_word(remedy.reason)}"
    player = scene.labels.get(remedy.player or "", remedy.player)
    return f"void wager {remedy.box} {player} {remedy.kind or 'main'} {one_word(remedy.reason)}"


def _discard(step: Step, command: c.DiscardCard, scene: Scene) -> str:
    return f"burn {command.card}"


LINES: dict[type, Write] = {
    c.PlaceWager: _late_amount,
    c.PermitSqueeze: _for_box("squeeze"),
    c.CloseBets: _fixed("no_more_bets"),
    c.DrawCard: _draw,
    c.DrawFaceDown: _face_down,
    c.TurnUpBox: _for_box("turn"),
    c.ReadHole: _peek,
    c.Insure: _insure,
    c.Surrender: _for_box("surrender"),
    c.Hit: _for_box("hit"),
    c.Stand: _for_box("stand"),
    c.Double: _double,
    c.Split: _split,
    c.TakeBackDouble: _rescue,
    c.Proceed: _fixed("proceed"),
    c.DrawCutCard: _fixed("cut_card"),
    c.AnnounceFinalRounds: _fixed("shoe final_rounds"),
    c.OrderShuffle: _order_shuffle,
    c.ChangeDealer: _change_dealer,
    c.BurnCard: _burn,
    c.ReplaceCard: _replace,
    c.Report: _report,
    c.FindFaceUp: _face_up,
    c.DrawTogether: _together,
    c.DrawInError: _error_down,
    c.ReportShoeEmpty: _empty,
    c.CountShoe: _count,
    c.ReportDamage: _damage,
    c.Resolve: _resolve,
    c.AcceptCard: _for_box("resolve accept"),
    c.RefuseCard: _for_box("resolve refuse"),
    c.UndoTap: _fixed("undo"),
    c.CorrectRecord: _correct,
    c.SignRemedy: _signed,
    c.DiscardCard: _discard,
}
