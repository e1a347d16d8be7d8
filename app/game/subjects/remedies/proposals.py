"""What a proposed void or reconstruction comes to: what the book says of it, the events, the difference in money."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from app.game import events as e
from app.game.consequences import advance, clear_ready, end_shoe
from app.game.core.cards import copies
from app.game.core.draft import Draft
from app.game.core.ledger import Balances, balances, difference
from app.game.core.message import Message, Parts, message
from app.game.core.records import replace
from app.game.core.rejections import Rejected, rejected
from app.game.core.round_log import of_the_round
from app.game.core.seals import digest
from app.game.core.state import VOID, Held, RoundRecord, Table, place_of
from app.game.rules.ruleset import Ruleset, Ruling, VoidRules, is_irregularity
from app.game.subjects.irregularities.rulings import HOUSE, HOUSE_CLAUSE, row_for
from app.game.subjects.remedies import commands as c
from app.game.subjects.remedies.reconstruction import Corrected, forbidden, only_puts_cards_right, reconstructed
from app.game.subjects.remedies.reported_cards import used_up
from app.game.subjects.remedies.voids import (
    hands_left,
    pass_control,
    round_voided,
    voided,
    wagers_named,
    wagers_on,
    with_what_falls,
)


class Proposed(NamedTuple):
    """A void or reconstruction that the book allows; `take_effect` does it."""

    what: str
    clause: str
    record: RoundRecord
    dealers: tuple[str, ...]
    difference: Balances
    take_effect: Callable[[Draft], None]


def propose(draft: Draft, remedy: c.Void | c.Reconstruct, given: RoundRecord | None) -> Proposed | Rejected:
    """What the remedy comes to, or why it is not allowed."""
    found = checked(draft, remedy, given)
    if isinstance(found, Rejected):
        return found
    clause, record = found
    if isinstance(remedy, c.Reconstruct):
        return _reconstruction(draft, remedy, record, earlier=given is not None)
    return _void(draft, remedy, clause, record)


def checked(
    draft: Draft, remedy: c.Void | c.Reconstruct, given: RoundRecord | None
) -> tuple[str, RoundRecord] | Rejected:
    """The clause that allows it and the record that it is about, or why there can be no such remedy here at all."""
    clause = _clause_of(draft, remedy, given) if isinstance(remedy, c.Void) else ""
    if isinstance(clause, Rejected):
        return clause
    held = draft.table.held
    if held is not None and isinstance(remedy, c.Void) and not _ends_with(held, remedy):
        return draft.refuse("table_holds.before_a_remedy", {"irregularity": held.irregularity})
    record = given or _on_the_table(draft)
    if isinstance(record, Rejected):
        return record
    earlier = given is not None
    refused = _outdated(draft, record) if earlier else None
    if refused is not None:
        return refused
    if isinstance(remedy, c.Reconstruct):
        refused = forbidden(draft, remedy, record, earlier=earlier)
        return refused or (_clause_of_reconstruction(draft, remedy, record, earlier=earlier), record)
    if earlier != (remedy.scope == "earlier"):
        return draft.refuse("not_an_earlier_round.record_given")
    return clause, record


def reconstructing(*, earlier: bool) -> str:
    """Where a book says whether a round may be rebuilt."""
    return "remedies.reconstruct_earlier" if earlier else "remedies.reconstruct"


def _clause_of_reconstruction(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> str:
    if only_puts_cards_right(remedy, record):
        return HOUSE_CLAUSE
    return draft.rules.clauses[reconstructing(earlier=earlier)]


def _ends_with(held: Held, remedy: c.Void) -> bool:
    """Whether the hold is about what the void is for; no wager is void for what a device's line leaves open."""
    return remedy.reason == held.irregularity and held.irregularity not in HOUSE


def _outdated(draft: Draft, record: RoundRecord) -> Rejected | None:
    """Whether this is not the record of an earlier round as it now is."""
    if record.number >= _current(draft):
        return draft.refuse("not_an_earlier_round.not_earlier", {"round": record.number})
    if draft.table.held is not None and record.opening.ruleset_hash != draft.table.ruleset_hash:
        return draft.refuse("table_holds.of_another_book")
    now = dict(draft.table.amended).get(record.number)
    if now == VOID or any([isinstance(event, e.RoundVoided) for event in record.events]):
        return draft.refuse("round_is_void")
    if now not in (None, digest(record.events)):
        return draft.refuse("record_outdated", {"round": record.number})
    return None


def _current(draft: Draft) -> int:
    return draft.table.round.number if draft.table.round else draft.table.rounds_opened + 1


def _on_the_table(draft: Draft) -> RoundRecord | Rejected:
    table = draft.table
    if table.round is None or table.opening is None or not table.round.places:
        return draft.refuse("no_round")
    if table.round.void is not None:
        return draft.refuse("round_is_void")
    return RoundRecord(table.round.number, table.opening, table.record)


def dealers_of(record: RoundRecord) -> tuple[str, ...]:
    """Who dealt the round, or a part of it."""
    changed = [event.dealer for event in of_the_round(record.events) if isinstance(event, e.DealerChanged)]
    return tuple(dict.fromkeys([record.opening.dealer, *changed]))


# --- void


def _void(draft: Draft, remedy: c.Void, clause: str, record: RoundRecord) -> Proposed | Rejected:
    before = balances(record.opening, record.events)
    if remedy.scope == "earlier":
        return _earlier_void(remedy, clause, record, before)
    if remedy.scope == "round":
        return _round_void(draft, remedy, clause, record, before)
    event = _wagers_void(draft, remedy, clause)
    if isinstance(event, Rejected):
        return event
    after = balances(record.opening, (*record.events, event))

    def take_effect(draft: Draft) -> None:
        if draft.table.held is not None:
            draft.emit(e.IrregularityResolved("void_hand" if remedy.scope == "hand" else "void_wager", clause))
        draft.emit(event)
        pass_control(draft)
        advance(draft)

    what = "void_wager" if remedy.scope == "wager" else "void_box" if remedy.hand is None else "void_hand"
    return Proposed(what, clause, record, dealers_of(record), difference(before, after), take_effect)


def _earlier_void(remedy: c.Void, clause: str, record: RoundRecord, before: Balances) -> Proposed:
    moves = difference(before, {})

    def take_effect(draft: Draft) -> None:
        if draft.table.held is not None and draft.table.held.irregularity == remedy.reason:
            draft.emit(e.IrregularityResolved("void_earlier", clause))
        draft.emit(e.EarlierRoundAmended(record.number, "void", remedy.reason, clause, _flat(moves)))

    return Proposed("void_round", clause, record, dealers_of(record), moves, take_effect)


def _flat(moves: Balances) -> tuple[tuple[str, int, str, int], ...]:
    return tuple([(*account, cents) for account, cents in moves.items()])


def _round_void(draft: Draft, remedy: c.Void, clause: str, record: RoundRecord, before: Balances) -> Proposed:
    event = round_voided(draft.round, draft.rules, remedy.reason, clause)
    ruling = _ruling(draft, remedy)
    shuffled = ruling is not None and ruling.verdict == "then_shuffle"

    def take_effect(draft: Draft) -> None:
        if draft.table.held is not None:
            _release(draft, clause)
        draft.emit(event)
        clear_ready(draft)
        end_shoe(draft)
        if shuffled and draft.table.shoe.shuffle_due is None:
            draft.emit(e.ShuffleFellDue("void", clause))

    return Proposed("void_round", clause, record, dealers_of(record), difference(before, {}), take_effect)


def _release(draft: Draft, clause: str) -> None:
    """The hold ends with the void; cards that lay nowhere go to the discard rack."""
    held = draft.table.held
    assert held is not None
    draft.emit(e.IrregularityResolved("void_round", clause))
    for card in held.cards if held.from_shoe else ():
        draft.emit(e.CardDiscarded(card, clause))


def _ruling(draft: Draft, remedy: c.Void, given: RoundRecord | None = None) -> Ruling | None:
    """The row that says so, when the reason is an irregularity for which the book knows this void."""
    if not is_irregularity(remedy.reason):
        return None
    held = draft.table.held
    fits = held is not None and held.irregularity == remedy.reason
    about = held if held is not None and fits else Held(None, remedy.reason, box=remedy.box)
    if given is not None:  # by how many rounds were dealt: a round that was nobody's has a number too
        about = replace(about, felt=given.opening.rounds_dealt + 1)
    return row_for(draft.table, draft.rules, about, f"void_{remedy.scope}")


def _clause_of(draft: Draft, remedy: c.Void, given: RoundRecord | None) -> str | Rejected:
    """The clause that allows the void: of what holds the table, or else of the reason given."""
    if remedy.scope not in draft.rules.voids:
        return draft.refuse("void_not_allowed.scope", {"scope": remedy.scope})
    ruling = _ruling(draft, remedy, given)
    known = bool(draft.rules.irregularities.get(remedy.reason))
    if ruling is not None and ruling.allowed and (draft.table.held is not None or given is not None):
        return ruling.clause
    if ruling is not None and not ruling.allowed:
        code = "void_not_allowed" if draft.table.held is None else "choice_forbidden"
        instead = _instead(draft.rules, remedy.scope)
        return Rejected(code, message("why_not.forbidden", choice=ruling.choice, instead=instead), ruling.clause)
    rules: VoidRules = draft.rules.voids[remedy.scope]
    other = rules.reasons.get("other") if ruling is not None or not known else None
    clause = rules.reasons.get(remedy.reason, other)
    if clause is not None and not (remedy.reason == "no_main" and _has_main(draft, remedy)):
        return clause
    instead = _instead(draft.rules, remedy.scope)
    parts: Parts = {"reason": remedy.reason, "known": tuple(rules.reasons), "instead": instead}
    return rejected("void_not_allowed.not_for_this", parts, clause if clause is not None else rules.forbidden)


def _instead(rules: Ruleset, scope: str) -> tuple[Message, ...]:
    """For what a round may be void, where the book does not let it be at will, and what may be void in its place."""
    if scope != "round" or rules.voids["round"].reasons:
        return ()
    rows = [(code, row) for code, each in rules.irregularities.items() for row in each]
    after = [(code, row.clause) for code, row in rows if row.choice == "void_round" and row.allowed]
    due = tuple([message("why_not.void_after", irregularity=code, clause=clause) for code, clause in after])
    only = message("why_not.void_only_after", due=due) if due else message("why_not.no_round_void")
    return (only, message("why_not.void_hands")) if rules.voids["hand"].reasons else (only,)


def _has_main(draft: Draft, remedy: c.Void) -> bool:
    """Whether the wager named has the main wager that it needs, or is one."""
    place = place_of(draft.table.round, remedy.box or 0, remedy.player or "") if draft.table.round else None
    if place is None or remedy.kind not in draft.rules.side_bets:
        return True
    on_box = [each for each in draft.round.places if each.box == remedy.box and each.has_main]
    return place.has_main or (bool(on_box) and draft.rules.side_bets[remedy.kind].needs != "own_main")


def _wagers_void(draft: Draft, remedy: c.Void, clause: str) -> e.WagersVoided | Rejected:
    """The event that voids the hands or the wager."""
    if remedy.scope == "wager":
        wagers = wagers_named(draft.round, draft.rules, remedy.box or 0, remedy.player or "", remedy.kind or "main")
        if not wagers:
            return _no_such_wager(draft, remedy)
        hands, wagers = with_what_falls(draft.round, wagers)
        event = voided(draft.table, draft.rules, hands, wagers, remedy.reason, clause, _alone(draft))
        return replace(event, of="wager")
    hands = hands_left(draft.round, remedy.box or 0)
    hands = tuple([hand for hand in hands if remedy.hand in (None, hand[1])])
    if not hands:
        return draft.refuse("no_such_hand.at_the_box", {"box": remedy.box})
    event = voided(draft.table, draft.rules, hands, wagers_on(draft.round, hands), remedy.reason, clause)
    return replace(event, of="boxes" if remedy.hand is None else "hands")


def _no_such_wager(draft: Draft, remedy: c.Void) -> Rejected:
    """Why the wager named cannot be void; one that may still be changed is not at stake yet."""
    place = place_of(draft.table.round, remedy.box or 0, remedy.player or "") if draft.table.round else None
    if place is not None and place.has_main and not draft.round.bets_closed:
        return draft.refuse("no_such_wager.bets_open")
    return draft.refuse("no_such_wager.not_there")


def _alone(draft: Draft) -> str | None:
    """The clause by which a side wager falls whose main wager is void."""
    rows = draft.rules.irregularities["side_bet_without_main"]
    return rows[0].clause if rows else None


# --- reconstruction


def _reconstruction(draft: Draft, remedy: c.Reconstruct, record: RoundRecord, *, earlier: bool) -> Proposed | Rejected:
    again = reconstructed(draft, remedy, record, earlier=earlier)
    if isinstance(again, Rejected):
        return again
    clause = _clause_of_reconstruction(draft, remedy, record, earlier=earlier)
    before = balances(record.opening, record.events)
    moves = difference(before, balances(record.opening, again.events))

    def take_effect(draft: Draft) -> None:
        if earlier:
            if draft.table.held is not None and draft.table.held.irregularity == "late_error":
                draft.emit(e.IrregularityResolved("reconstruct_earlier", clause))
            shoe = _of_the_shoe_in_use(draft.table, record, remedy.corrected)
            events = tuple(again.events)
            draft.emit(
                e.EarlierRoundAmended(
                    record.number, "reconstruction", remedy.reason, clause, _flat(moves), events, shoe
                )
            )
            return
        held = draft.table.held
        if held is not None and not held.asked:
            draft.emit(e.IrregularityResolved("reconstruct", clause))
        if held is not None and held.irregularity == "keyed_differs":
            used_up(draft, held, len(draft.table.keyed))
        draft.emit(e.RoundRewritten("reconstruction", remedy.reason, clause, tuple(again.events)))

    return Proposed("reconstruct", clause, record, dealers_of(record), moves, take_effect)


def _of_the_shoe_in_use(table: Table, record: RoundRecord, corrected: Corrected) -> Corrected:
    """The corrected cards, if the round was dealt from this shoe, and they have not gone back into it since."""
    first = table.rounds_dealt - table.shoe.rounds
    refilled = any([isinstance(event, e.ShoeRefilled) for event in table.record])
    if record.opening.rounds_dealt < first or refilled or table.config.shuffler == "continuous":
        return ()
    wrong = Counter([card for card, _ in corrected if card is not None])
    return corrected if all([copies(table.shoe.drawn, card) >= wrong[card] for card in wrong]) else ()
