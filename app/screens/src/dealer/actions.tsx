// The bottom of the screen: what is legal now, always in the same places.

import { firstByHand, padAsked, padWanted } from "./devices/devices";
import { BettingBar } from "./wagers/betting-bar";
import { DecisionBar } from "./hands/decision-bar";
import { Resolving } from "./irregularities/resolving";
import { ShoeBar } from "./shoe/shoe-bar";
import { Sharing, sharing } from "./hands/sharing";
import { TypedCards } from "./cards/card-pad";
import { asked, one } from "./reading";
import type { View } from "./terminal";

export function Actions({ view }: { view: View }) {
  return (
    <section class="actions" aria-label="What can be done now">
      <Bar view={view} />
    </section>
  );
}

function Bar({ view }: { view: View }) {
  if (one(view, "resolve")) return <Resolving view={view} />;
  if (asked(view, "shoe").length) return <ShoeBar view={view} />;
  const decide = one(view, "decide");
  if (decide && sharing.value?.question === decide.id) return <Sharing question={decide} />;
  const typed = one(view, "card") ?? one(view, "hole") ?? (padAsked.value ? decide : undefined);
  const first = one(view, "bets") !== undefined;
  if (typed && padWanted.value && (!first || padAsked.value || firstByHand.value === typed.id)) return <TypedCards question={typed} />;
  if (one(view, "bets")) return <BettingBar view={view} />;
  return <DecisionBar view={view} />;
}
