"""What the open questions say may be done, against what the core accepts."""

from collections.abc import Iterator

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.rejections import Accepted, Answer
from app.game.core.seals import Opened
from app.game.core.state import Table
from app.game.events import TableHeld
from app.game.questions import Question

SOME_CARD = Card("9C")
COMMITMENT = "ab" * 32


def universe(table: Table) -> Iterator[c.Command]:
    """Commands of every kind that might be tried at this table, most of them wrong at any one moment."""
    yield from (c.Proceed(), c.ReadHole(blackjack=True), c.ReadHole(blackjack=False), c.DrawCard(SOME_CARD))
    yield from (c.DrawFaceDown(COMMITMENT, hole=True), c.DrawFaceDown(COMMITMENT), c.BurnCard(COMMITMENT))
    yield from (c.TurnUpHole(Opened(SOME_CARD, bytes(16))), c.FinishShuffle(), c.LoadShoe())
    yield from (c.DoStep(part) for part in ("wash", "plug", "riffle", "turn", "strip"))
    yield from (c.DoStep("inspect", who) for who in ("dealer", "supervisor"))
    places = table.round.places if table.round else ()
    players = sorted({place.player for place in places} | {"nobody"})
    for box in range(1, 8):
        yield from (c.Hit(box), c.Stand(box), c.Double(box), c.Split(box), c.Surrender(box))
        yield from (c.AcceptCard(box), c.RefuseCard(box))
        yield c.TurnUpBox(box, (Opened(SOME_CARD, bytes(16)),))
        for player in players:
            yield c.TakeBackDouble(box, player)
            yield from (c.Insure(box, player, cents) for cents in (1, 250, 500, 1000, 100_000))


def is_accepted(answer: Answer) -> bool:
    """Accepted, and neither as a card that fits nowhere nor as something that is done already."""
    if not isinstance(answer, Accepted) or not answer.events:
        return False
    return not any(isinstance(event, TableHeld) for event in answer.events)


def is_offered(questions: tuple[Question, ...], table: Table, command: c.Command) -> bool:
    """Whether one of the questions is answered by the command."""
    return any(_answers(question, table, command) for question in questions)


def _answers(question: Question, table: Table, command: c.Command) -> bool:
    match command:
        case c.Hit(box) | c.Stand(box) | c.Split(box) | c.Surrender(box):
            return _decides(question, type(command).__name__.lower(), box)
        case c.Double(box):
            fits = all(limits.least_cents <= limits.most_cents for limits in question.limits)
            return _decides(question, "double", box) and fits
        case c.Proceed():
            return question.question == "proceed"
        case c.ReadHole():
            return question.question == "peek"
        case c.DrawCard():
            return question.question == "card" or ("hit" in question.choices and not table.kept)
        case c.DrawFaceDown(hole=hole):
            return hole and question.question == "hole"
        case c.Insure(box, player, cents):
            return _insures(question, box, player, cents)
        case c.TakeBackDouble(box, player):
            return question.question == "rescue" and (question.box, question.player) == (box, player)
        case c.AcceptCard(box) | c.RefuseCard(box):
            return question.box == box and type(command).__name__.removesuffix("Card").lower() in question.choices
        case _:
            return question.question == "shoe" and _step(question, command)


def _decides(question: Question, choice: str, box: int) -> bool:
    return (choice in question.choices or question.question == choice) and question.box == box


def _insures(question: Question, box: int, player: str, cents: int) -> bool:
    if question.question != "insure" or (question.box, question.player) != (box, player):
        return False
    assert question.unit_cents is not None
    return cents <= question.limits[0].most_cents and cents % question.unit_cents == 0


def _step(question: Question, command: c.Command) -> bool:
    if isinstance(command, c.DoStep):
        return question.step == (command.step if command.who is None else f"{command.step} {command.who}")
    steps: dict[type, str] = {c.BurnCard: "burn", c.FinishShuffle: "shuffle", c.LoadShoe: "load"}
    return question.step == steps.get(type(command))
