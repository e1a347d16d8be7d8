"""Tables at many moments, and commands of every kind, most of which are refused there."""

from collections.abc import Iterator

from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.seals import Opened
from app.game.core.state import TableConfig
from tests.game.tables import ACT, MA, NZ, SG, At, face_down

SEAL = face_down("5D")[0]
OPENED = (Opened(Card("9C"), bytes(16)),)


def tables() -> Iterator[At]:
    """Tables at many moments, of every kind."""
    for book in (NZ, SG, ACT, MA):
        yield At(book, opened=False)
        yield At(book, opened=False).do(c.BringSet("A", "red"))
        yield At(book)
        yield At(book, minimum_cents=500, maximum_cents=5000, side_maximum_cents=1000).bet(1, "ann", 1000)
        yield At(book).bet(1, "ann", 1000).cards("9C AS 9D")
        yield At(book).bet(1, "ann", 1000).cards("AC 9S AD").do(c.Split(1)).cards("9C 9H")
        yield At(book).bet(1, "ann", 1000).bet(1, "bob", 1000, seated=False).cards("8C 9S 8D")
        yield At(book).bet(1, "ann", 1000).cards("8C 9S 8D").do(c.Hit(1))
        yield At(book).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1))
        yield At(book).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
        yield At(book).do(c.OrderShuffle("discretion"))
    yield (
        At(NZ)
        .bet(1, "ann", 1000)
        .cards("9C 9S 9D")
        .do(c.Stand(1))
        .cards("8D")
        .do(c.OrderShuffle("discretion"), c.FinishShuffle())
    )
    yield At(NZ).do(c.OrderShuffle("discretion"), c.FinishShuffle(), c.CutCards(None, 100))
    yield At(NZ).bet(1, "ann", 1000).do(c.DrawCutCard())
    yield At(NZ, player_maximum_cents=1000, boxes_per_player=1).bet(1, "ann", 1000)
    yield At(NZ, full_table=True).bet(1, "ann", 1000)
    yield At(NZ).bet(1, "cat", 1000).bet(1, "dan", 1000, seated=False).bet(1, "eve", 1000, seated=False)
    yield At(NZ).do(c.OpenBetting())
    yield At(NZ).bet(1, "ann", 1000).cards("9C AS 9D").do(c.Insure(1, "ann", 100))
    yield At(SG).bet(1, "ann", 1000).do(c.PlaceWager(2, "ann", "bonus", 500))
    yield At(SG).bet(1, "ann", 1000).do(c.PlaceWager(2, "ann", "bonus", 500), c.WithdrawWagers(1, "ann"))
    yield At(SG).bet(1, "ann", 1000).cards("2C 9S 3D").do(c.Hit(1)).cards("8C")
    yield At(ACT, restricted=("bob",)).bet(1, "bob", 1000)
    yield At(MA).bet(1, "ann", 1000).do(c.PlaceWager(1, "ann", "match_super_bonus", 1000, seated=True))
    yield At(NZ).bet(1, "ann", 1000).cards("9C 9S 9D").do(c.OrderShuffle("discretion"))
    yield At(NZ).bet(1, "ann", 1000).do(c.DrawCutCard())
    yield At(NZ, full_table=True).bet(1, "ann", 1000).bet(2, "ann", 1000, seated=False)
    yield At(NZ, smallest_chip_cents=300).bet(1, "ann", 1000).cards("9C AS 9D")
    yield At(NZ, minimum_cents=500, mid_shoe="minimum").bet(1, "cat", 500).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
    yield At(NZ, shuffler="alternating")
    yield At(NZ, shuffler="alternating", opened=False)
    yield At(NZ, shuffler="alternating").do(c.BringSet("B", "blue"))
    yield At(SG, minimum_cents=500).bet(1, "ann", 100)
    yield At(SG).bet(1, "ann", 1000).do(c.CloseBets())
    yield At(NZ, smallest_chip_cents=250).do(c.OpenFloat(100_000, ("sue", "sam")))
    yield At(NZ).do(c.OpenFloat(100_000, ("sue", "sam")), c.CloseFloat(100_000, ("sue", "sam")))
    yield At(NZ, maximum_cents=5000, increment_cents=500, side_minimum_cents=500, minimum_cents=1000).bet(
        1, "ann", 1000
    )
    yield At(NZ, mid_shoe="minimum", minimum_cents=500, player_maximum_cents=900).bet(1, "ann", 500)
    yield At(SG).bet(1, "ann", 1000).do(c.PermitSqueeze(1), c.DrawFaceDown(SEAL)).cards("6H").do(c.DrawFaceDown(SEAL))
    yield At(ACT, increment_cents=300, restricted=("bob",), minimum_cents=300).bet(1, "ann", 300)
    yield At(ACT, shuffler="continuous").do(c.OrderShuffle("discretion"), c.FinishShuffle())
    yield At(MA, mid_shoe="barred").bet(1, "cat", 500).cards("9C 9S 9D").do(c.Stand(1)).cards("8D")
    yield At(MA).do(c.ChangeDealer("another"))
    yield At(MA).do(c.ChangeDealer("another"), c.BurnCard(SEAL))
    empty = At(MA).do(c.ChangeDealer("another"))
    empty.table = replace(empty.table, shoe=replace(empty.table.shoe, left=0))
    yield empty
    empty = At(MA)
    empty.table = replace(empty.table, shoe=replace(empty.table.shoe, left=0))
    yield empty
    for mode, cards in (("reader", "9C AS 9D"), ("blind", "9C 9S 9D"), ("blind", "AC 9S KD")):
        at = At(MA, hole_card=mode).bet(1, "ann", 1000).cards(cards)
        yield at
        yield At(MA, hole_card=mode).bet(1, "ann", 1000).cards(cards).do(c.DrawFaceDown(SEAL, hole=True))
    yield (
        At(MA, hole_card="blind").bet(1, "ann", 1000).cards("9C 9S 9D").do(c.DrawFaceDown(SEAL, hole=True), c.Stand(1))
    )


def tried(at: At) -> Iterator[c.Command]:
    """Commands of every kind, most of them wrong at any one moment."""
    yield from (c.OpenTable(TableConfig()), c.OpenBetting(), c.CloseBets(), c.Proceed(), c.LoadShoe())
    yield from (c.FinishShuffle(), c.ReportExposure(), c.OrderRecut(), c.OrderShuffle("idle"))
    yield from (c.AnnounceFinalRounds(), c.DrawCutCard(), c.BurnCard(SEAL), c.DiscloseBurn(face_down("KS")[1]))
    yield from (c.DrawCard(Card("9C")), c.DrawFaceDown(SEAL), c.DrawFaceDown(SEAL, hole=True))
    yield from (c.TurnUpHole(OPENED[0]), c.ReadHole(blackjack=True), c.PlaceCutCard(1000), c.PlaceCutCard(100))
    yield from (c.DoStep("wash"), c.DoStep("strip"), c.BringSet("A", "red"), c.BringSet("B", "red"))
    yield from (c.BringSet("B", "blue"), c.BringSet("C", "green"))
    for box in (None, 0, 1, 2, 9):
        yield from (c.CutCards(box, 10), c.CutCards(box, 100))
    for box in (0, 1, 2, 9):
        yield from (c.Hit(box), c.Stand(box), c.Double(box), c.Split(box), c.Surrender(box), c.DeclineCut(box))
        yield from (c.PermitSqueeze(box), c.TurnUpBox(box, OPENED), c.WithdrawWagers(box, "nobody"))
        for player in ("ann", "bob", "nobody"):
            yield from (c.TakeBackDouble(box, player), c.Insure(box, player, 100), c.Insure(box, player, 9999))
            for kind in ("main", "perfect_pairs", "match_super_bonus", "bonus", "no_such_bet"):
                for cents in (0, 400, 9999):
                    yield c.PlaceWager(box, player, kind, cents, seated=True, consent=False)
                    yield c.PlaceWager(box, player, kind, cents, consent=False)
    for amounts in ((("nobody", 500),), (("ann", 9999),), (("bob", 500),)):
        yield c.Double(1, amounts)
    for keeps in ((("nobody", 0),), (("ann", 0),), (("bob", 1),)):
        yield c.Split(1, keeps)
    for signed in (c.OpenFloat, c.FillFloat, c.CreditFloat, c.CloseFloat, c.EnterDrop):
        for cents in (-1, 0, 7, 100, 10**12):
            yield signed(cents, ("sue", "sam"))
    yield c.EnterDrop(0, ("sue", "sam"), correction=True)
    yield c.PlaceWager(1, "ann", "perfect_pairs", 0, seated=True, missing=True)
    yield from configs(at.table.config)


def configs(config: TableConfig) -> Iterator[c.Command]:
    """Changes of the table that some or all books refuse."""
    changes: list[dict[str, object]] = [
        {"decks": 2}, {"decks": 5}, {"boxes": 0}, {"bettors_per_box": 9}, {"hole_card": "reader"},
        {"shuffler": "batch"}, {"cut_cards": 3}, {"mid_shoe": "minimum"}, {"mid_shoe": "barred"},
        {"boxes_per_player": 1}, {"player_maximum_cents": 100}, {"restricted": ("ann",)},
        {"box_maximum_cents": ((1, 100),)}, {"box_maximum_cents": ((9, 100),)}, {"burn": True},
        {"dealer_cuts": True}, {"side_bets": ("no_such_bet",)}, {"minimum_cents": -1},
    ]  # fmt: skip
    for change in changes:
        yield c.ChangeConfig(replace(config, **change))  # type: ignore[arg-type]
