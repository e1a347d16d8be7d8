"""What a dealer does with the cards between shoes, step by step as the table asks for it."""

from random import Random

from device_simulators.bot.habits import Habits, happens
from device_simulators.bot.interface import Json
from device_simulators.bot.view import View

CARDS_PER_DECK = 48
COLOURS = ("red", "blue")


class ShoeProcedure:
    """Answers the questions about the shoe; remembers which parts of a shuffle were done."""

    def __init__(self, habits: Habits, dice: Random) -> None:
        self._habits = habits
        self._dice = dice
        self._parts: list[str] = []
        self._sets = 0

    def answer(self, view: View) -> Json | None:
        """The command for one of the open steps, or None when the step is a card out of the shoe."""
        steps = {each.step or "": each for each in view.asked("shoe")}
        if "burn" in steps:
            return None
        step = self._next(list(steps))
        return {"question": steps[step].id, **self._command(step, view)}

    def bring_set(self, *, replaces: bool) -> Json:
        """The command that brings another set of cards to the table."""
        self._sets += 1
        colour = COLOURS[self._sets % len(COLOURS)]
        return {"type": "BringSet", "set_id": f"S{self._sets}", "colour": colour, "replaces": replaces}

    def _next(self, steps: list[str]) -> str:
        """A shuffle is finished when it may be; before, the parts in their order, each once if that is enough."""
        if "shuffle" in steps:
            return "shuffle"
        fresh = [step for step in steps if step not in self._parts]
        return fresh[0] if fresh else self._dice.choice(steps)

    def _command(self, step: str, view: View) -> Json:
        word, _, rest = step.partition(" ")
        decks = int(view.config["decks"])
        if word == "cut":
            return self._cut(rest, view)
        if word == "cut_card":
            return {"type": "PlaceCutCard", "cards": self._dice.randint(_quarter(decks), 2 * _quarter(decks))}
        if word == "set":
            return self.bring_set(replaces=False)
        if word in ("load", "shuffle"):
            self._parts.clear()
            return {"type": "LoadShoe" if word == "load" else "FinishShuffle"}
        self._parts.append(step)
        return {"type": "DoStep", "step": word, "who": rest or None}

    def _cut(self, box: str, view: View) -> Json:
        """The box that is named cuts or declines; where none is, the first that may, or an employee."""
        if box and happens(self._dice, self._habits.decline_cut):
            return {"type": "DeclineCut", "box": int(box)}
        cutter = int(box) if box else next(iter(view.cutters), None)
        cards = self._dice.randint(CARDS_PER_DECK, (int(view.config["decks"]) - 1) * CARDS_PER_DECK)
        return {"type": "CutCards", "box": cutter, "cards": cards}


def _quarter(decks: int) -> int:
    return decks * CARDS_PER_DECK // 4
