// What the dealer pays and takes by it: he ticks it off at his own screen, and here it shows.

import { money } from "../../shared/money";
import type { FloorFeed } from "../table/feed";

interface Props {
  feed: FloorFeed;
  /** Of this round alone; else of all that were put right. */
  round?: number;
}

export function Owed({ feed, round }: Props) {
  const payments = feed.view.value?.dealer.payments ?? [];
  const amended = payments.filter((each) => each.amended && (round === undefined || each.round === round));
  // What an earlier round was put right by is a list of its own; the round on the table is simply owed what it comes to.
  const shown = amended.length > 0 || round === undefined ? amended : payments.filter((each) => each.round === round);
  if (round === undefined && shown.length === 0) return null;
  return (
    <section class="panel owed" aria-label="Pay and take">
      <h2>{round === undefined ? "To be paid and taken for rounds that were put right" : "The dealer pays and takes"}</h2>
      {shown.length === 0 && <p>Nothing is to be paid or taken.</p>}
      <ul class="plain-list">
        {shown.map((each) => {
          const open = each.pays_cents > 0 || each.takes_cents > 0;
          return (
            <li key={`${each.round} ${each.box} ${each.player}`} class={open ? "open" : "ticked"}>
              <span class="tick-mark" aria-hidden="true">
                {open ? "○" : "✓"}
              </span>
              <span>
                {round === undefined && `Round ${each.round}, `}box {each.box}, <b>{each.player}</b>
              </span>
              {each.pays_cents > 0 && <b class="good">pay {money(each.pays_cents)}</b>}
              {each.takes_cents > 0 && <b class="bad">take {money(each.takes_cents)}</b>}
              {each.ticked_pays_cents > 0 && <span>paid {money(each.ticked_pays_cents)}</span>}
              {each.ticked_takes_cents > 0 && <span>taken {money(each.ticked_takes_cents)}</span>}
              {open && <span class="dim">not ticked off yet</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
