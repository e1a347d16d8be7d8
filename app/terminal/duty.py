"""What depends on the table as it is when a command's turn has come: who is on duty there and may still deal, whose
choice it is, and whether the house has sent the cards."""

from collections.abc import Callable

from app.game import commands as c
from app.game.core.state import Table, TableConfig
from app.game.questions import open_questions
from app.game.rules.ruleset import Ruleset
from app.house.state import House, Person, person_of
from app.house.subjects.sessions.decide import licence_is_over
from app.people.caller import Caller
from app.people.policy import check, grant_of
from app.problems.problem import Problem
from app.terminal.hold_rebuilding import check_not_past_the_players, check_rebuilt_by_two
from app.terminal.order_parsing import TypeCard
from app.terminal.sets_at_table import check_set
from app.terminal.signatures import check_may_sign, signatures_of, two_people

Command = c.Command | TypeCard


class Asking:
    """Somebody asks this of a table, `today`. `now` says who the caller, and each who signs, is when the command's turn
    has come; `refusal`: why he may not, once that was looked at."""

    def __init__(self, caller: Caller, number: str, name: str, today: str, now: Callable[[Caller], Caller]) -> None:
        self._caller, self._number, self._name, self._action = caller, number, name, f"command.{name}"
        self._today, self._now = today, now
        self.refusal: Exception | None = None

    @property
    def _only_own(self) -> bool:
        return grant_of(self._caller.roles, self._action) == "own"

    def check_role(self) -> None:
        """Raise if the caller has no role that may do this anywhere."""
        check(self._caller, self._action, self._number, on_duty=True)

    def check_before_signing(self, table: Table) -> None:
        """Raise if the caller is not on duty: nobody is to try others' PINs at a table where he has nothing to say. Who
        relieves the dealer is not on duty yet."""
        if self._action != "command.ChangeDealer":
            check(self._caller, self._action, self._number, self._deals(table))

    def may(
        self,
        command: Command,
        signers: tuple[Caller, ...],
        house: House,
        table: Table,
        rules: Ruleset,
        besides: Callable[[Table], None] = lambda _table: None,
    ) -> bool:
        """Whether the table is to be asked, as it is now; `besides` raises if not, for what depends on more than it."""
        try:
            self._check(command, signers, house, table, rules)
            besides(table)
        except Exception as error:  # a fault here is none of the table's, which would stand still for it
            self.refusal = error
        return self.refusal is None

    def _check(self, command: Command, signers: tuple[Caller, ...], house: House, table: Table, rules: Ruleset) -> None:
        self._caller = self._now(self._caller)
        self._check_signers(tuple(map(self._now, signers)))
        if isinstance(command, c.ChangeDealer) and self._only_own:
            self._check_relief(command, signers, table)
            return
        check(self._caller, self._action, self._number, self._deals(table))
        if isinstance(command, c.Resolve) and self._only_own:
            _check_players_choice(table, rules)
        if isinstance(command, c.Resolve):
            check_rebuilt_by_two(command, self._caller, signers, table, rules)
        if isinstance(command, c.SignRemedy):
            check_not_past_the_players(command, table, rules)
        if isinstance(command, c.OpenTable | c.ChangeConfig) and "administrator" not in self._caller.roles:
            _check_signs_no_more_alone(command.config, table.config)
        if _opens_a_round(command, table):
            _check_may_still_deal(person_of(house, table.dealer), self._today)
        if isinstance(command, c.BringSet):
            check_set(house, command, self._number, table)

    def _check_signers(self, signers: tuple[Caller, ...]) -> None:
        """Who has signed may be suspended by now, or have the role no more."""
        check_may_sign(signers, self._name)
        if signatures_of(self._name).two_people:
            two_people(self._caller, signers, self._name)

    def _deals(self, table: Table) -> bool:
        return table.dealer == self._caller.name

    def _check_relief(self, command: c.ChangeDealer, signers: tuple[Caller, ...], table: Table) -> None:
        """A dealer comes in his own name, or lets in whoever signs, or leaves. Who did so may ask again. Nobody is sent
        away by a session alone."""
        comes = [self._caller.name, *[signer.name for signer in signers]]
        leaves = command.dealer == "" and table.dealer in (self._caller.name, "")
        if command.dealer not in comes and not leaves:
            message = "A dealer comes in his own name, lets in whoever signs for it, or leaves the table himself."
            raise Problem("not_allowed", message)
        if command.dealer not in ("", table.dealer) and table.dealer not in ("", self._caller.name) and not signers:
            message = f"{table.dealer} is on duty here: who relieves another dealer gives name and PIN for it."
            raise Problem("signature_needed", message)


def _check_signs_no_more_alone(wanted: TableConfig, now: TableConfig) -> None:
    """Who signs does not say that no second person has to."""
    if set(wanted.single_signature) - set(now.single_signature):
        raise Problem("not_allowed", "What one person may sign alone is for an administrator to say.")


def _opens_a_round(command: Command, table: Table) -> bool:
    """Whether a round begins with this: the first wager opens it as well."""
    over = table.round is None or table.round.complete
    return isinstance(command, c.OpenBetting) or (isinstance(command, c.PlaceWager) and over)


def _check_may_still_deal(dealer: Person | None, today: str) -> None:
    """What the account says may be otherwise than when the dealer came to the table."""
    if dealer is None:
        return
    if dealer.suspended or "dealer" not in dealer.roles:
        raise Problem("not_a_dealer", f"{dealer.name} has the table and deals no more: another dealer takes it first.")
    if licence_is_over(dealer, today):
        message = f"The licence of {dealer.name}, who has the table, was good through {dealer.licensed_through}."
        raise Problem("licence_expired", message)


def _check_players_choice(table: Table, rules: Ruleset) -> None:
    """A dealer enters what a player chooses; what the house chooses is a supervisor's."""
    if table.held is not None and any([question.player is None for question in open_questions(table, rules)]):
        raise Problem("not_allowed", "This choice is the house's: a supervisor makes it.")
