// The bottom of the screen: what is legal now, always in the same places.

import { padWanted } from "./devices";
import { BettingBar } from "./betting-bar";
import { DecisionBar } from "./decision-bar";
import { Resolving } from "./resolving";
import { ShoeBar } from "./shoe-bar";
import { Sharing, sharing } from "./sharing";
import { TypedCards } from "./card-pad";
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
  const typed = one(view, "card") ?? one(view, "hole");
  const pad = padWanted.value;
  if (pad && typed && (view.sign.phase !== "betting" || pad === "asked")) return <TypedCards question={typed} />;
  if (pad === "asked" && decide) return <TypedCards question={decide} />;
  if (one(view, "bets")) return <BettingBar view={view} />;
  return <DecisionBar view={view} />;
}
