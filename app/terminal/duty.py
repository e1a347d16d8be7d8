"""What depends on the table as it is when a command's turn has come: who is on duty there, whose choice it is, and
whether the house has sent the cards."""

from app.game import commands as c
from app.game.awaiting import awaiting
from app.game.rules.ruleset import Ruleset
from app.game.state import Table
from app.house.decisions.card_sets import set_refusal
from app.house.state import House
from app.people.caller import Caller
from app.people.policy import check, grant_of
from app.problems.problem import Problem
from app.terminal.orders import TypeCard

Command = c.Command | TypeCard


class Asking:
    """Somebody asks this of a table. `refusal`: why he may not, once that was looked at."""

    def __init__(self, caller: Caller, number: str, name: str) -> None:
        self._caller, self._number, self._action = caller, number, f"command.{name}"
        self._only_own = grant_of(caller.roles, self._action) == "own"
        self.refusal: Exception | None = None

    def check_role(self) -> None:
        """Raise if the caller has no role that may do this anywhere."""
        check(self._caller, self._action, self._number, on_duty=True)

    def check_before_signing(self, table: Table) -> None:
        """Raise if the caller is not on duty: nobody is to try others' PINs at a table where he has nothing to say. Who
        relieves the dealer is not on duty yet."""
        if self._action != "command.ChangeDealer":
            check(self._caller, self._action, self._number, self._deals(table))

    def may(self, command: Command, signers: tuple[Caller, ...], house: House, table: Table, rules: Ruleset) -> bool:
        """Whether the table is to be asked, as it is now."""
        try:
            self._check(command, signers, house, table, rules)
        except Exception as error:  # a fault here is none of the table's, which would stand still for it
            self.refusal = error
        return self.refusal is None

    def _check(self, command: Command, signers: tuple[Caller, ...], house: House, table: Table, rules: Ruleset) -> None:
        if isinstance(command, c.ChangeDealer) and self._only_own:
            self._check_relief(command, signers, table)
            return
        check(self._caller, self._action, self._number, self._deals(table))
        if isinstance(command, c.Resolve) and self._only_own:
            _check_players_choice(table, rules)
        refused = set_refusal(house, command.set_id, self._number) if isinstance(command, c.BringSet) else None
        if refused is not None:
            raise Problem(refused.code, refused.message)

    def _deals(self, table: Table) -> bool:
        return table.dealer == self._caller.name

    def _check_relief(self, command: c.ChangeDealer, signers: tuple[Caller, ...], table: Table) -> None:
        """A dealer comes in his own name, or lets in whoever signs, or leaves. Who did so may ask again."""
        comes = [self._caller.name, *[signer.name for signer in signers]]
        leaves = command.dealer == "" and table.dealer in (self._caller.name, "")
        if command.dealer not in comes and not leaves:
            message = "A dealer comes in his own name, lets in whoever signs for it, or leaves the table himself."
            raise Problem("not_allowed", message)


def _check_players_choice(table: Table, rules: Ruleset) -> None:
    """A dealer enters what a player chooses; what the house chooses is a supervisor's."""
    if table.held is not None and any([question.player is None for question in awaiting(table, rules)]):
        raise Problem("not_allowed", "This choice is the house's: a supervisor makes it.")
