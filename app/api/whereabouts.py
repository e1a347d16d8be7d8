"""Where people were: the log has who asked, and at which terminals he was signed in at that moment or signed for it.

A command does not say from which screen it came. Where somebody was signed in at two places, both are named.
"""

from collections.abc import Iterable
from typing import NamedTuple

import asyncpg

from app.people.authentication import SESSION_US

PERSON, DEVICE, SIGNERS, COMMA = "person:", "device:", " with ", ", "
# The PIN for an act is asked for shortly before the act is recorded.
SIGNED_WITHIN_US = 60_000_000


class Stay(NamedTuple):
    """Somebody at a place, from when until when: signed in, or (`signs`) to give a PIN for one act."""

    person: str
    where: str
    from_us: int
    to_us: int
    signs: bool = False


def people_in(actor: str) -> tuple[str, ...]:
    """The people of an actor of the log: who asked, and who signed with him."""
    asked, signed = _parts(actor)
    return (*asked, *signed)


def _parts(actor: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who asked, and who signed."""
    who, _, signers = actor.partition(SIGNERS)
    asked = (who.removeprefix(PERSON),) if who.startswith(PERSON) else ()
    return asked, tuple(signers.split(COMMA)) if signers else ()


def device_in(actor: str) -> str | None:
    """The device that told it, if one did."""
    return actor.removeprefix(DEVICE) if actor.startswith(DEVICE) else None


async def stays_of(connection: asyncpg.Connection, people: Iterable[str], from_us: int, to_us: int) -> list[Stay]:
    """Where these people were signed in at some moment of this time, or gave a PIN."""
    names = sorted(set(people))
    if not names:
        return []
    sessions = await connection.fetch(_SESSIONS, names, from_us - SESSION_US, to_us)
    signed = await connection.fetch(_SIGNED, names, from_us - SIGNED_WITHIN_US, to_us)
    acts = [
        Stay(row["person"], row["place"], row["at_us"], row["at_us"] + SIGNED_WITHIN_US, signs=True) for row in signed
    ]
    return [*[Stay(*row.values()) for row in sessions], *acts]


def places_of(stays: list[Stay], actor: str, at_us: int) -> tuple[str, ...]:
    """Where those of the actor were then, as far as the log says."""
    asked, signed = _parts(actor)
    there = [each for each in stays if each.from_us <= at_us <= each.to_us]
    found = [each.where for each in there if each.person in (signed if each.signs else asked)]
    return tuple(dict.fromkeys(found))


_SESSIONS = """
WITH opened AS (
    SELECT payload->'session'->>'id' AS id, payload->'session'->>'person' AS person,
           payload->'session'->>'where' AS place, (payload->'session'->>'opened_us')::bigint AS opened_us,
           (payload->'session'->>'expires_us')::bigint AS expires_us
      FROM events
     WHERE stream = 'house' AND type = 'SignedIn'
       AND day BETWEEN (to_timestamp($2 / 1000000.0) AT TIME ZONE 'UTC')::date - 2
                   AND (to_timestamp($3 / 1000000.0) AT TIME ZONE 'UTC')::date + 2
       AND payload->'session'->>'person' = ANY ($1::text[])
), ended AS (
    SELECT payload->>'session' AS id, (extract(epoch FROM min(recorded_at)) * 1000000)::bigint AS at_us
      FROM events
     WHERE stream = 'house' AND type = 'SessionEnded'
       AND day BETWEEN (to_timestamp($2 / 1000000.0) AT TIME ZONE 'UTC')::date - 2
                   AND (to_timestamp($3 / 1000000.0) AT TIME ZONE 'UTC')::date + 2
       AND payload->>'person' = ANY ($1::text[])
     GROUP BY 1
)
SELECT person, place, opened_us, least(expires_us, at_us) FROM opened LEFT JOIN ended USING (id)
 WHERE opened_us BETWEEN $2::bigint AND $3::bigint ORDER BY opened_us"""
_SIGNED = """
SELECT payload->>'name' AS person, payload->>'where' AS place, (payload->>'at_us')::bigint AS at_us FROM events
 WHERE stream = 'house' AND type = 'SignedForAct'
   AND day BETWEEN (to_timestamp($2 / 1000000.0) AT TIME ZONE 'UTC')::date - 2
               AND (to_timestamp($3 / 1000000.0) AT TIME ZONE 'UTC')::date + 2
   AND payload->>'name' = ANY ($1::text[]) AND (payload->>'at_us')::bigint BETWEEN $2::bigint AND $3::bigint
 ORDER BY version"""
