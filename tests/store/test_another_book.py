"""A table that closes and opens again under another book: by actor, restart, verification, export and rebuilding."""

from uuid import uuid4

from app.books.rulebook import load_ruleset
from app.game import commands as c
from app.game.core.cards import Card
from app.game.core.records import replace
from app.game.core.state import TableConfig
from app.game.rules.ruleset import Ruleset
from app.roundscript.first_shoe import standard_opening
from app.roundscript.read import read_script
from app.roundscript.runner import run_script
from app.settings import Settings
from app.store.database import Database
from app.store.log_reader import last_rounds
from app.store.projection_rebuild import rebuild
from app.surveillance.export import export_script
from app.surveillance.loading import load_last, load_record, load_round
from app.surveillance.narrative import narrative
from app.surveillance.verifying import verify
from app.table.actor import TableActor
from app.table.open_tables import Tables
from app.table.requests import Answer
from app.table_id import TableId
from tests.store.live import bet_and_deal, opened_again, ready, request, serving
from tests.store.test_command_line import projected

FIRST, SECOND = "nz-gazette-2000", "sg-pontoon-plus-v5"
CONFIG = TableConfig(side_bets=())
BY = ("ann", "bob")
# The box has 18; the dealer draws to 19.
ROUND = (*bet_and_deal(cards="8S 6D KH"), c.Stand(1), c.DrawCard(Card("KC")), c.DrawCard(Card("3H")))


async def asked(actor: TableActor, *commands: c.Command) -> list[Answer]:
    """The answers of a table, whatever book it is under."""
    return [await actor.ask(request(actor, actor.rules, command)) for command in commands]


async def done(actor: TableActor, *commands: c.Command) -> None:
    """Every one of them has to be accepted."""
    for command, answer in zip(commands, await asked(actor, *commands), strict=True):
        assert answer.refused is None, (command, answer)


async def moved(tables: Tables, number: str) -> TableActor:
    """A table with a round under each of two books."""
    actor = await ready(tables, number, FIRST)
    await done(actor, *ROUND, c.CloseTable("end of day"), c.OpenTable(CONFIG, SECOND))
    await done(actor, *standard_opening(load_ruleset(SECOND), CONFIG), *ROUND)
    return actor


async def kept(database: Database, rules: Ruleset) -> str | None:
    """The text that is kept of this book."""
    async with database.connection("reader") as connection:
        text: str | None = await connection.fetchval("SELECT text FROM rulesets WHERE hash = $1", rules.hash)
        return text


async def test_the_table_goes_on_under_the_other_book_also_after_a_restart(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await moved(tables, number)
        assert (actor.rules.id, actor.table.ruleset_hash) == (SECOND, actor.rules.hash)
        assert await kept(database, actor.rules)
        again = await opened_again(tables, actor, number, FIRST)
        assert (again.table, again.rules) == (actor.table, actor.rules)
        await done(again, *ROUND)


async def test_each_round_is_told_and_exported_under_its_own_book(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        await moved(tables, number)
    for (row, recorded, rules), book in zip(await load_last(database, number, 2), (SECOND, FIRST), strict=True):
        assert (rules.id, row.ruleset_hash, row.state) == (book, rules.hash, "complete")
        assert next(narrative(recorded, rules)).startswith(f"Round {row.number} under {book}")
        run = run_script(read_script(export_script(recorded, rules)), rules)
        assert run.table.round is not None
        assert [line.takes_cents for line in run.table.round.lines] == [1000]


async def test_verification_and_rebuilding_follow_it(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        await moved(tables, number)
        await tables.signer.sign_now()
    before = await projected(database)
    await rebuild(database, lambda _done, _total: None)
    assert await projected(database) == before
    found = [each for each in (await verify(database, settings)).found if number in str(each)]
    assert found == []


async def test_a_closed_table_comes_back_closed(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number, FIRST)
        await done(actor, *ROUND, c.CloseTable("end of day"))
    async with serving(database, settings) as tables:
        actor = await tables.open(number)
        assert (actor.table.closed, actor.rules.id) == (True, FIRST)
        (answer,) = await asked(actor, c.OpenBetting())
        assert answer.refused is not None and answer.refused.code == "table_not_open"
        await done(actor, c.OpenTable(CONFIG), *standard_opening(actor.rules, CONFIG), *ROUND)
        assert actor.rules.id == FIRST


async def test_a_book_that_there_is_not_opens_no_table(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number, FIRST)
        codes = [
            answer.refused and answer.refused.code for answer in await asked(actor, c.OpenTable(CONFIG, "no book"))
        ]
        await done(actor, c.CloseTable(""))
        answers = await asked(actor, c.OpenTable(CONFIG, "no book"), c.OpenTable(replace(CONFIG, decks=99), SECOND))
        codes += [answer.refused and answer.refused.code for answer in answers]
        assert codes == ["table_is_open", "no_such_ruleset", "bad_decks"]
        assert actor.rules.id == FIRST


async def test_a_new_table_may_be_opened_under_another_book_than_it_was_made_for(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await tables.open(number, FIRST)
        await done(actor, c.OpenTable(CONFIG, SECOND), *standard_opening(load_ruleset(SECOND), CONFIG), *ROUND)
        assert actor.rules.id == SECOND


async def test_an_earlier_round_is_put_right_by_the_book_under_which_it_was_played(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await moved(tables, number)
        async with database.connection("reader") as connection:
            name = (await last_rounds(connection, TableId(number), 2))[1].round
        record = await load_record(database, name)
        await done(actor, *[c.SignRemedy(who, c.Void("earlier", "other"), record) for who in ("sue", "sam")])
        assert dict(actor.table.amended) == {1: "void"}
        assert actor.rules.id == SECOND
        unknown = replace(record, opening=replace(record.opening, ruleset_hash=uuid4().hex))
        (answer,) = await asked(actor, c.SignRemedy("sue", c.Void("earlier", "other"), unknown))
        assert answer.refused is not None and answer.refused.code == "not_an_earlier_round"
        await done(actor, c.OpenBetting())
    recorded, rules, _ = await load_round(database, name)
    assert (recorded.amended[0].what, rules.id) == ("void", FIRST)


async def test_rounds_on_paper_and_chips_are_in_the_tables_for_queries(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number, FIRST)
        await done(actor, c.OpenFloat(500_000, BY), *ROUND, c.BeginPaper(BY, "the server was away"), *ROUND[:-1])
        await done(actor, c.FillFloat(20_000, BY), ROUND[-1], c.EndPaper())
        actor = await opened_again(tables, actor, number, FIRST)
        await done(actor, c.CloseFloat(472_000, BY), c.EnterDrop(50_000, BY))
    async with database.connection("reader") as connection:
        papers = [(row.number, row.paper) for row in await last_rounds(connection, TableId(number), 2)]
        accounts = await connection.fetch(_ACCOUNTS, f"table:{number}")
        of_rounds = await connection.fetchval(_OF_ROUNDS, f"table:{number}")
    assert papers == [(2, True), (1, False)]
    # Two wagers of ten were lost: 5,220 should lie there; 4,720 does, and 500 of cash lie in the box.
    assert dict(accounts) == {"bettor": -2000, "house": -48_000, "drop": 50_000}
    assert of_rounds == 0
    recorded, rules, _ = await load_round(database, f"{number}-20261118-2")
    assert "It was dealt on paper, and entered by ann and bob." in list(narrative(recorded, rules))
    assert read_script(export_script(recorded, rules)).ruleset == FIRST


_ACCOUNTS = "SELECT account, sum(cents)::bigint FROM postings WHERE stream = $1 GROUP BY 1 HAVING sum(cents) <> 0"
_OF_ROUNDS = "SELECT count(*) FROM postings WHERE stream = $1 AND account = 'house' AND round IS NOT NULL"


async def test_rounds_that_were_never_dealt_have_rows_of_their_own(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as tables:
        actor = await ready(tables, number, FIRST)
        void = [c.SignRemedy(name, c.Void("round", "layout torn")) for name in BY]
        wager = c.PlaceWager(1, "gus", "main", 1000)
        await done(actor, c.OpenBetting(), c.OpenFloat(100_000, BY), wager, *void, *ROUND)
    async with database.connection("reader") as connection:
        rows = await last_rounds(connection, TableId(number), 10)
    assert [(row.number, row.state) for row in rows] == [(3, "complete"), (2, "void"), (1, "abandoned")]
    before = await projected(database)
    await rebuild(database, lambda _done, _total: None)
    assert await projected(database) == before
