// A list on the left and what was chosen of it on the right; below each other where there is no room.

import type { ComponentChildren } from "preact";
import type { Asked } from "./asked";
import { Refusal } from "./refusal";

export const TwoParts = ({ list, chosen }: { list: ComponentChildren; chosen: ComponentChildren }) => (
  <div class="two-parts">
    <div class="the-list">{list}</div>
    <div class="the-chosen">{chosen}</div>
  </div>
);

/** What was told, or why not, or that it is on its way. */
export function Told<T>({ of, children }: { of: Asked<T>; children: (told: T) => ComponentChildren }) {
  if (of.told) return <>{children(of.told)}</>;
  return of.problem ? <Refusal problem={of.problem} /> : <p class="dim">One moment…</p>;
}
