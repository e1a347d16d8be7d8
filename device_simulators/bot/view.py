"""A dealer's view, read: what lies on the table, and what is asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from device_simulators.bot.interface import Json
from device_simulators.bot.pay.lines import Line

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One open question; what does not apply to its kind is None or empty."""

    id: str
    kind: str
    box: int | None
    hand: int | None
    player: str | None
    step: str | None
    choices: tuple[str, ...]
    limits: dict[str, tuple[int, int]]
    keeps: tuple[tuple[str, str], ...]
    unit_cents: int


class View:
    """One version of the dealer's view."""

    def __init__(self, json: Json) -> None:
        self._json = json
        self._table: Json = json["table"]

    @property
    def version(self) -> int:
        """The number of this view; it only grows."""
        return int(self._json["version"])

    @property
    def book(self) -> str:
        """The id of the book that the table is played by."""
        return str(self._json["book"])

    @property
    def phase(self) -> str:
        """Where the table stands, in one word."""
        return str(self._table["sign"]["phase"])

    @property
    def round(self) -> int:
        """The number of the round."""
        return int(self._table["sign"]["round"])

    @property
    def config(self) -> Json:
        """How the table is run."""
        config: Json = self._table["config"]
        return config

    @property
    def places(self) -> list[Json]:
        """Everybody who bets on a box."""
        return list(self._table["places"])

    @property
    def on_duty(self) -> str:
        """Who deals; empty: nobody."""
        return str(self._table["on_duty"])

    @property
    def hold(self) -> Json | None:
        """What the table holds for; None while it goes on."""
        held: Json | None = self._table["hold"]
        return held

    @property
    def bets_are_closed(self) -> bool:
        """Whether "no more bets" was said."""
        return str(self._table["sign"]["notice"]) == "no_more_bets"

    @property
    def cards(self) -> Json:
        """What is to be done with the cards between shoes."""
        checklist: Json = self._table["checklist"]
        return checklist

    @property
    def dealer(self) -> Cards:
        """The dealer's cards that lie face up."""
        return tuple(self._table["sign"]["dealer"]["cards"])

    @property
    def boxes(self) -> dict[int, list[Cards]]:
        """The cards of every hand, by box."""
        return {box["number"]: [tuple(hand["cards"]) for hand in box["hands"]] for box in self._table["sign"]["boxes"]}

    @cached_property
    def questions(self) -> list[Question]:
        """What is asked now."""
        return [_question(each) for each in self._table["questions"]]

    def asked(self, kind: str) -> list[Question]:
        """The open questions of this kind."""
        return [each for each in self.questions if each.kind == kind]

    @property
    def cutters(self) -> list[int]:
        """The boxes that may cut the cards now."""
        preparation = self._table["checklist"]["preparation"]
        return [int(box) for box in preparation["cut"]["boxes"]]

    @property
    def settlements(self) -> list[Line]:
        """What the table says that each wager came to."""
        return [_line(each) for each in self._table["settlements"]]


def _question(json: Json) -> Question:
    limits = {each["player"]: (each["least_cents"], each["most_cents"]) for each in json["limits"]}
    return Question(
        id=json["id"],
        kind=json["question"],
        box=json["box"],
        hand=json["hand"],
        player=json["player"],
        step=json["step"],
        choices=tuple(json["choices"]),
        limits=limits,
        keeps=tuple((player, hand) for player, hand in json["keeps"]),
        unit_cents=json["unit_cents"] or 1,
    )


def _line(json: dict[str, Any]) -> Line:
    at = json["box"], json["hand"], json["player"], json["wager"]
    return Line(*at, json["stake_cents"], json["pays_cents"], json["takes_cents"])
