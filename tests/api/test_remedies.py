"""Voids and reconstructions over HTTP: what may be done, what it comes to, and who signs it at which screen."""

from typing import Any

from app.books.rulebook import load_ruleset
from app.settings import Settings
from app.store.database import Database
from tests.api.here import Answered, Here, Terminal, serving

VOIDS = "nz-gazette-2000"  # a round may be void for any reason that two supervisors sign
SQUEEZES = "sg-pontoon-plus-v5"
WORDS = "Marked cards were found at box 1."
VOID = {"type": "Void", "scope": "round", "reason": "fraud", "words": WORDS}


async def preview(supervisor: Terminal, number: str, remedy: Answered, **more: Any) -> Answered:
    """What the remedy comes to."""
    said = {"remedy": remedy, **more}
    shown: Answered = await supervisor.ok("POST", f"/tables/{number}/remedies/preview", json=said)
    return shown


async def acts(supervisor: Terminal, number: str, **of: Any) -> list[Answered]:
    """The acts of the round, as they are sent back."""
    listed = await supervisor.get(f"/tables/{number}/remedies/acts", **of)
    assert all([each["words"] for each in listed["acts"]])
    return [each["act"] for each in listed["acts"] if each["act"] is not None]


async def sign(supervisor: Terminal, number: str, signer: str, seal: str, **said: Any) -> Answered:
    """One supervisor's signature."""
    return await supervisor.done(number, {"type": "SignRemedy", "seen": seal, **said}, signer)


async def test_the_second_signs_at_another_screen_what_waits(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number, VOIDS)
        second = await here.person("supervisor")
        await dealer.play_round(number)
        shown = await preview(first, number, VOID)
        assert (shown["signatures"], shown["may_not_sign"], shown["sum_cents"]) == (2, [dealer.name], 0)
        await sign(first, number, first.name, shown["seal"], remedy=VOID)
        floor = await second.get(f"/tables/{number}", audience="floor")
        waits = floor["view"]["remedies"]
        assert [(each["seal"], each["signed_by"], each["outdated"]) for each in waits] == [
            (shown["seal"], [first.name], False)
        ]
        listed = (await second.get(f"/tables/{number}/remedies"))["remedies"]
        assert [(each["signable"], each["remedy"]["reason"], each["round"]) for each in listed] == [(True, "fraud", 1)]
        assert listed[0]["difference"] == shown["difference"] and listed[0]["since_us"] > 0
        order = second.order({"type": "SignRemedy", "seen": shown["seal"]}, second.name)
        done = await second.ok("POST", f"/tables/{number}/orders", json=order)
        assert await second.ok("POST", f"/tables/{number}/orders", json=order) == done | {"again": True}
        floor = await second.get(f"/tables/{number}", audience="floor")
        assert (floor["view"]["remedies"], floor["view"]["dealer"]["sign"]["phase"]) == ([], "void")
        assert (await second.get(f"/tables/{number}/remedies"))["remedies"] == []
        again = second.order({"type": "SignRemedy", "seen": shown["seal"]}, second.name)
        assert (await second.refused("POST", f"/tables/{number}/orders", json=again))["code"] == "no_such_remedy"


async def test_of_an_earlier_round_too_and_not_when_its_record_has_changed(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number, VOIDS)
        second = await here.person("supervisor")
        await dealer.play_round(number)
        await dealer.done(number, {"type": "OpenBetting"})
        void = {"type": "Void", "scope": "earlier", "reason": "fraud", "words": WORDS}
        same = {"type": "Reconstruct", "reason": "as it was", "acts": await acts(first, number, round=1)}
        for remedy in (same, void):
            shown = await preview(first, number, remedy, round=1)
            await sign(first, number, first.name, shown["seal"], remedy=remedy, round=1)
        listed = (await second.get(f"/tables/{number}/remedies"))["remedies"]
        assert [(each["what"], each["signable"]) for each in listed] == [("reconstruct", True), ("void_round", True)]
        assert listed[0]["remedy"] == {**same, "corrected": []}
        await sign(second, number, second.name, listed[1]["seal"])
        left = (await second.get(f"/tables/{number}/remedies"))["remedies"]
        assert [(each["signable"], each["refused"]["code"]) for each in left] == [(False, "round_is_void")]
        floor = await second.get(f"/tables/{number}", audience="floor")
        assert [each["outdated"] for each in floor["view"]["remedies"]] == [True]
        order = second.order({"type": "SignRemedy", "seen": left[0]["seal"]}, second.name)
        assert (await second.refused("POST", f"/tables/{number}/orders", json=order))["code"] == "round_is_void"


async def test_who_tapped_for_the_dealer_does_not_sign(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, tapped = await here.dealt(number, VOIDS)
        second = await here.person("supervisor")
        await dealer.done(number, {"type": "OpenBetting"})
        wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000}
        await dealer.done(number, wager)
        await dealer.deal(number, "8S 6D KH")
        await tapped.tap(number, {"type": "Stand", "box": 1}, "decide")
        await _does_not_sign(second, tapped, dealer, number, VOID)
        await dealer.deal(number, "KC 5D")
        await dealer.done(number, {"type": "OpenBetting"})
        void = {"type": "Void", "scope": "earlier", "reason": "fraud", "words": WORDS}
        await _does_not_sign(second, tapped, dealer, number, void, round=1)
        seal = (await preview(second, number, void, round=1))["seal"]
        await sign(second, number, second.name, seal, remedy=void, round=1)


async def _does_not_sign(
    asks: Terminal, tapped: Terminal, dealer: Terminal, number: str, remedy: Answered, **of: Any
) -> None:
    shown = await preview(asks, number, remedy, **of)
    assert shown["may_not_sign"] == [dealer.name, tapped.name]
    order = asks.order({"type": "SignRemedy", "seen": shown["seal"], "remedy": remedy, **of}, tapped.name)
    problem = await asks.refused("POST", f"/tables/{number}/orders", json=order)
    assert problem["code"] == "signed_by_dealer" and tapped.name in problem["message"]


async def test_a_void_for_fraud_says_what_happened(database: Database, settings: Settings, number: str) -> None:
    """Whoever asks, and not on the screens alone; nothing waits for a signature then."""
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number, "act-canberra-2005")
        second = await here.person("supervisor")
        await dealer.play_round(number)
        await dealer.done(number, {"type": "OpenBetting"})
        book = await first.get("/rulesets/act-canberra-2005/procedures")
        [fraud] = [each for void in book["procedures"]["voids"] for each in void["reasons"]
                   if void["scope"] == "earlier" and each["reason"] == "fraud"]  # fmt: skip
        assert fraud["needs_words"]
        silent = {"type": "Void", "scope": "earlier", "reason": "fraud"}
        for words in ({}, {"words": ""}):
            seal = (await preview(first, number, silent | words, round=1))["seal"]
            remedy = {"type": "SignRemedy", "seen": seal, "remedy": silent | words, "round": 1}
            problem = await first.refused("POST", f"/tables/{number}/orders", json=first.order(remedy, first.name))
            assert (problem["code"], "`words`" in problem["message"]) == ("bad_request", True)
        assert (await first.get(f"/tables/{number}/remedies"))["remedies"] == []
        said = silent | {"words": WORDS}
        seal = (await preview(first, number, said, round=1))["seal"]
        await sign(first, number, first.name, seal, remedy=said, round=1)
        await sign(second, number, second.name, seal)
        asked = {"remedy": said, "round": 1}
        problem = await first.refused("POST", f"/tables/{number}/remedies/preview", json=asked)
        assert problem["code"] == "round_is_void"


async def passed_over(dealer: Terminal, number: str, taps: Terminal | None = None) -> Answered:
    """Box 1 had asked for the card that box 2 got, and the table holds: the question. `taps`: who stands in."""
    await dealer.done(number, {"type": "OpenBetting"})
    for box in (1, 2):
        wager = {"type": "PlaceWager", "box": box, "player": f"{box}A", "kind": "main", "cents": 2_500}
        await dealer.done(number, wager)
    await dealer.deal(number, "9S 8H 6C 5D 4H")
    await (taps or dealer).tap(number, {"type": "Hit", "box": 1}, "decide")
    await dealer.deal(number, "3D")
    await dealer.done(number, {"type": "Report", "irregularity": "missed_hit", "box": 1})
    seen = await dealer.get(f"/tables/{number}", audience="dealer")
    question: Answered = next(each for each in seen["view"]["questions"] if each["question"] == "resolve")
    return question


async def test_no_hold_is_rebuilt_by_a_choice_of_one_person(
    database: Database, settings: Settings, number: str
) -> None:
    """A reconstruction is a remedy that two people sign."""
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number)
        second = await here.person("supervisor")
        question = await passed_over(dealer, number)
        chosen = {"type": "Resolve", "choice": "reconstruct"}
        for signers in ((), (second.name,)):
            order = first.order(chosen, *signers, question=question["id"])
            problem = await first.refused("POST", f"/tables/{number}/orders", json=order)
            assert (problem["code"], "SignRemedy" in problem["message"]) == ("to_be_signed", True)
        remedy = {"type": "Reconstruct", "reason": "missed_hit", "acts": await acts(first, number)}
        seal = (await preview(first, number, remedy))["seal"]
        await sign(first, number, first.name, seal, remedy=remedy)
        await sign(second, number, second.name, seal)
        seen = await dealer.get(f"/tables/{number}", audience="dealer")
        assert seen["view"]["hold"] is None


async def test_whoever_was_away_is_told_what_was_rebuilt(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number)
        second = await here.person("supervisor")
        path = f"/tables/{number}/remedies/rebuilt"
        assert (await dealer.get(path))["was"] is None, "there is no round"
        await passed_over(dealer, number)
        assert (await dealer.get(path))["was"] is None
        as_it_went = await acts(first, number)
        at = as_it_went.index({"type": "Hit", "box": 1})
        stood = [{"type": "Stand", "box": 1}, {"type": "Hit", "box": 2}]
        remedy = {"type": "Reconstruct", "reason": "missed_hit",
                  "acts": [*as_it_went[:at], *stood, *as_it_went[at + 1 :]]}  # fmt: skip
        seal = (await preview(first, number, remedy))["seal"]
        await sign(first, number, first.name, seal, remedy=remedy)
        assert (await dealer.get(path))["was"] is None, "another person has to sign"
        done = await sign(second, number, second.name, seal)
        found = await dealer.get(path)
        assert (found["round"], found["rebuilt_at"]) == (1, done["version"])
        hands = [[box["hands"][0]["cards"] for box in found[side]["sign"]["boxes"]] for side in ("was", "becomes")]
        assert hands == [[["9S", "5D", "3D"], ["8H", "4H"]], [["9S", "5D"], ["8H", "4H", "3D"]]]
        assert (await dealer.get(path, after=found["rebuilt_at"] - 1))["rebuilt_at"] == found["rebuilt_at"]
        assert (await dealer.get(path, after=found["rebuilt_at"]))["was"] is None
        stranger = await here.person("dealer")
        assert (await stranger.refused("GET", path))["code"] == "not_on_duty"


async def test_two_people_sign_that_a_hold_is_rebuilt_and_the_players_are_asked(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        dealer, first = await here.dealt(number, SQUEEZES)
        second, third = await here.person("supervisor"), await here.person("supervisor")
        question = await passed_over(dealer, number, taps=third)
        chosen = {"type": "Resolve", "choice": "reconstruct"}
        for signers, code in (
            ((third.name,), "signed_by_dealer"),
            ((), "signature_needed"),
            ((first.name,), "same_person"),
            ((dealer.name,), "not_allowed"),
            ((second.name, second.name), "same_person"),
            ((first.name, second.name, third.name), "bad_request"),
        ):
            order = first.order(chosen, *signers, question=question["id"])
            problem = await first.refused("POST", f"/tables/{number}/orders", json=order)
            assert problem["code"] == code, (signers, problem)
        allowed = await first.get(f"/tables/{number}/remedies/allowed")
        assert (allowed["reconstruct"]["allowed"], allowed["reconstruct"]["code"]) == (False, "table_holds")
        remedy = {"type": "Reconstruct", "reason": "missed_hit", "acts": await acts(first, number)}
        seal = (await preview(first, number, remedy))["seal"]
        past_them = first.order({"type": "SignRemedy", "seen": seal, "remedy": remedy}, first.name)
        problem = await first.refused("POST", f"/tables/{number}/orders", json=past_them)
        assert (problem["code"], "every player is asked" in problem["message"]) == ("table_holds", True)
        await first.done(number, chosen, second.name, question=question["id"])
        seen = await dealer.get(f"/tables/{number}", audience="dealer")
        assert {each["player"] for each in seen["view"]["questions"]} == {"1A", "2A"}


async def test_a_reconstruction_is_played_along_act_by_act(database: Database, settings: Settings, number: str) -> None:
    """10.00 stood on 18 against 6, K, 5 = 21: lost. Had the box drawn the king, it would have been bust; the
    round would then be over, and the 5 nobody's."""
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, VOIDS)
        await dealer.play_round(number)
        listed = await acts(supervisor, number)
        assert [each["type"] for each in listed] == ["DrawCard"] * 3 + ["Stand"] + ["DrawCard"] * 2
        whole = await preview(supervisor, number, _rebuilt(listed))
        assert (whole["refused"], whole["difference"], whole["left"]) == (None, [], []) and whole["seal"]
        part = await preview(supervisor, number, _rebuilt(listed[:3]))
        assert (part["seal"], part["refused"]["code"], part["left"]) == (None, "cards_differ", ["5D", "KC"])
        assert [each["question"]["question"] for each in part["questions"]] == ["decide"]
        assert "hit" in part["questions"][0]["question"]["choices"] and part["questions"][0]["words"]
        wrong = await preview(supervisor, number, _rebuilt([*listed[:3], {"type": "Split", "box": 1}, *listed[4:]]))
        assert (wrong["refused"]["step"], wrong["seal"]) == (4, None) and wrong["refused"]["clause"]
        assert wrong["becomes"]["sign"]["boxes"] == part["becomes"]["sign"]["boxes"]
        nobodys = {"type": "DiscardCard", "card": "5D"}
        drawn = [*listed[:3], {"type": "Hit", "box": 1}, listed[4], nobodys]
        bust = await preview(supervisor, number, _rebuilt(drawn))
        assert (bust["refused"], _hands(bust["becomes"])) == (None, [["8S", "KH", "KC"]])
        settled = [(each["was"]["outcome"], each["becomes"]["outcome"]) for each in bust["settlements"]]
        assert settled == [("lose", "lose")]
        assert {each["cents"] for each in bust["money"]} == {0} and bust["steps"][4]["words"]


def _hands(view: Answered) -> list[list[str]]:
    return [hand["cards"] for box in view["sign"]["boxes"] for hand in box["hands"]]


def _rebuilt(acts: list[Answered]) -> Answered:
    return {"type": "Reconstruct", "reason": "a card", "acts": acts}


async def test_what_may_be_done_is_told_with_its_clause(database: Database, settings: Settings, number: str) -> None:
    async with serving(database, settings) as here:
        dealer, supervisor = await here.dealt(number, VOIDS)
        empty = await supervisor.get(f"/tables/{number}/remedies/allowed")
        assert (empty["reconstruct"]["code"], empty["round"]) == ("no_round", 0)
        assert (await supervisor.get(f"/tables/{number}/remedies/acts"))["acts"] == []
        await dealer.play_round(number)
        told = await supervisor.get(f"/tables/{number}/remedies/allowed")
        rows = {(each["scope"], each["reason"]): each for each in told["voids"]}
        assert rows["round", "other"]["allowed"] and rows["round", "other"]["clause"] == "16.5"
        assert not rows["wager", "other"]["allowed"] and rows["wager", "other"]["clause"] == "16.5"
        assert rows["hand", "other"]["targets"] == [{"box": 1, "hand": None, "player": None, "kind": None}]
        assert (told["reconstruct"]["allowed"], told["may_not_sign"], told["earlier"]) == (True, [dealer.name], False)
        await dealer.done(number, {"type": "OpenBetting"})
        told = await supervisor.get(f"/tables/{number}/remedies/allowed", round=1)
        assert (told["ruleset"], told["ruleset_hash"]) == (VOIDS, load_ruleset(VOIDS).hash)
        assert {each["scope"] for each in told["voids"]} == {"earlier"} and told["earlier"]
        assert (await supervisor.refused("GET", f"/tables/{number}/remedies/acts", params={"round": 9}))["code"] == (
            "no_such_round"
        )


async def test_a_card_that_nobody_saw_has_a_name_and_no_commitment(
    database: Database, settings: Settings, number: str
) -> None:
    async with serving(database, settings) as here:
        supervisor = await _squeezed(here, number)
        listed = await acts(supervisor, number)
        down = [each["commitment"] for each in listed if each["type"] == "DrawFaceDown"]
        assert down == ["face_down:1", "face_down:2"]
        same = _rebuilt(listed)
        shown = await preview(supervisor, number, same)
        assert (shown["refused"], shown["difference"]) == (None, [])
        part = await preview(supervisor, number, _rebuilt(listed[:1]))
        assert part["left"] == ["6D", "face_down:2"]
        await sign(supervisor, number, supervisor.name, shown["seal"], remedy=same)
        waits = (await supervisor.get(f"/tables/{number}/remedies"))["remedies"]
        assert waits[0]["remedy"] == {**same, "corrected": []} and waits[0]["signable"]
        await sign(supervisor, number, await here.account("supervisor"), shown["seal"])
        assert await acts(supervisor, number) == listed
        surveillance = await here.person("surveillance")
        seen = await surveillance.get(f"/tables/{number}", audience="surveillance")
        commitments = seen["view"]["commitments"]
        assert len(commitments) == 2 and not [each for each in commitments if each in "".join(supervisor.texts)]


async def _squeezed(here: Here, number: str) -> Terminal:
    """A supervisor, at a table where both cards of the box lie face down."""
    dealer, supervisor = await here.dealt(number, SQUEEZES)
    await dealer.done(number, {"type": "OpenBetting"})
    wager = {"type": "PlaceWager", "box": 1, "player": "1A", "kind": "main", "cents": 1_000, "seated": True}
    await dealer.done(number, wager)
    await supervisor.done(number, {"type": "PermitSqueeze", "box": 1})
    await dealer.deal(number, "8S 6D KH")
    return supervisor
