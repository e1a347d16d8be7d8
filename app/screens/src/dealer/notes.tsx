// What people at the table are to be told, and the changes that came too late.

import { money } from "../shared/money";
import { inWordsOf, kindWords } from "./words";
import type { View } from "./terminal";

const SAID: Record<string, string> = {
  warn_below_minimum: "bets under the minimum: tell the player that the next will be returned",
  may_vacate_seat: "has not bet for rounds at a full table: the seat may be asked back",
};

export function Prompts({ view }: { view: View }) {
  return (
    <>
      {view.prompts.map((each) => (
        <p key={`${each.code}${each.player}`} class="note">
          <b>{each.player}</b> {SAID[each.code] ?? inWordsOf(each.code)} <span class="clause">{each.clause}</span>
        </p>
      ))}
    </>
  );
}

export function LateWagers({ view }: { view: View }) {
  if (!view.late_wagers.length) return null;
  const last = view.late_wagers[view.late_wagers.length - 1]!;
  return (
    <p class="note late">
      Too late, refused: {last.player} {kindWords(last.kind)} {last.cents ? money(last.cents) : "taken off"} <span class="clause">{last.clause}</span>
      {view.late_wagers.length > 1 ? ` and ${view.late_wagers.length - 1} more` : ""}
    </p>
  );
}

/** No further round is dealt from this shoe. */
export function LastRound({ view }: { view: View }) {
  if (!view.checklist.last_round || !view.checklist.set_in_use) return null;
  return (
    <p class="note">
      {view.checklist.cut_card_out ? "The cutting card is out: " : ""}the cards are shuffled after this round <span class="clause">{view.checklist.why}</span>
    </p>
  );
}
