// What a bet would offend against, said while it is entered. The limits are the server's, which has the last word.

import { money } from "../../shared/money";
import { type Chosen, centsOf, isSeat, placesNow } from "./wagering";
import type { View } from "../terminal";

export interface Offence {
  words: string;
  /** More chips may put it right. */
  little: boolean;
}
type Limits = View["sign"]["limits"];

export function offence(view: View, at: Chosen, kind: string, cents: number): Offence | null {
  if (cents <= 0) return null;
  return kind === "main" ? ofMain(view, at, cents) : ofSide(view, at, kind, cents);
}

function ofMain(view: View, at: Chosen, cents: number): Offence | null {
  const { limits } = view.sign;
  return over(view, at, limits, cents) ?? under(limits.minimum_of === "wager" ? limits.minimum_cents : null, cents) ?? outOfStep(limits.unit_cents, cents);
}

function over(view: View, at: Chosen, limits: Limits, cents: number): Offence | null {
  const { player_maximum_cents: own } = limits;
  if (own !== null && cents > own) return { words: `maximum ${money(own)} a bettor`, little: false };
  const box = limits.box_maximum_cents.find(([number]) => number === at.box)?.[1] ?? limits.maximum_cents;
  if (box === null || cents <= centsOf(view, at, "main")) return null;
  const behind = isSeat(at.player) ? [] : placesNow(view).filter((each) => each.box === at.box && each.player !== at.player);
  const total = behind.reduce((sum, each) => sum + each.main_cents, cents);
  return total > box ? { words: `maximum ${money(box)}${behind.length ? " on the box" : ""}`, little: false } : null;
}

function ofSide(view: View, at: Chosen, kind: string, cents: number): Offence | null {
  const limits = view.sign.limits.sides.find((each) => each.bet === kind);
  if (!limits) return null;
  const { maximum_cents: most } = limits;
  if (most !== null && cents > most) return { words: `maximum ${money(most)}`, little: false };
  const main = centsOf(view, at, "main");
  if (limits.up_to_main && main && cents > main) return { words: `not above the main bet of ${money(main)}`, little: false };
  return under(limits.minimum_cents, cents) ?? outOfStep(limits.unit_cents, cents);
}

const under = (least: number | null, cents: number): Offence | null =>
  least !== null && cents < least ? { words: `minimum ${money(least)}`, little: true } : null;
const outOfStep = (unit: number | null, cents: number): Offence | null =>
  unit && cents % unit ? { words: `steps of ${money(unit)}`, little: true } : null;
