"""The log of a server names each table that it takes over, and from whom, when the other one is killed and when it
stops."""

from tests.bot.house import House
from tests.servers.houses import a_pair, kept_by
from tests.serving.house import NUMBER
from tests.store.waiting import until


def test_the_log_says_from_whom_a_table_was_taken_over() -> None:
    with a_pair() as pair:
        pair.two.start()
        keeper = pair.keeps()
        other = pair.other(keeper)
        keeper.kill()
        until(lambda: taken(other, keeper, "has not renewed its lease"))
        keeper.start()
        assert kept_by(other), "it stays where it is"
        other.end()
        until(lambda: taken(keeper, other, "has given it back"))


def taken(by: House, from_: House, why: str) -> bool:
    """Whether this server's log says that it took the table over from that one."""
    return f"table {NUMBER} was taken over by {by.url} from {from_.url}, which {why}" in by.log.read_text()
