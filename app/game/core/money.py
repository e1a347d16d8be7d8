"""Money: integer cents and odds as integer pairs; every rounding is here and in the player's favour."""

from app.game.core.records import Part


class Odds(Part):
    """Odds of 3 to 2 are Odds(3, 2)."""

    pays: int
    """So much is paid..."""
    to: int
    """...for so much wagered."""

    def __str__(self) -> str:
        return f"{self.pays}:{self.to}"


def payment(stake_cents: int, odds: Odds) -> int:
    """What the house pays on top of the stake, up to the next whole cent."""
    return -(-stake_cents * odds.pays // odds.to)


def half_forfeited(stake_cents: int) -> int:
    """What a surrender costs: half, down to the whole cent."""
    return stake_cents // 2


def share(stake_cents: int, room_cents: int, total_cents: int) -> int:
    """A pro-rata share of the room, cut to the cent."""
    return stake_cents * room_cents // total_cents


CENTS_PER_UNIT = 100


def in_units(cents: int) -> str:
    """An amount as people write it: 12.50."""
    units, rest = divmod(abs(cents), CENTS_PER_UNIT)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02}"


def in_dollars(cents: int) -> str:
    """An amount as people read it: $5, $2.50, $1,000, -$25."""
    units, rest = divmod(abs(cents), CENTS_PER_UNIT)
    return f"{'-' if cents < 0 else ''}${units:,}" + (f".{rest:02}" if rest else "")
