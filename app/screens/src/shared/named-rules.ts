// The limits and rules of a table, which its feed tells once under their hash, and which views then only name.

import type { components as Dealer } from "../generated/feed-dealer-2";
import type { components as Floor } from "../generated/feed-floor-2";
import type { components as Sign } from "../generated/feed-sign-2";
import type { components as Surveillance } from "../generated/feed-surveillance-2";
import type { Audience, Views } from "./table-feed";

export type RulesTold = Sign["schemas"]["RulesTold"];
/** Views as they come. */
export interface Sent {
  dealer: Dealer["schemas"]["DealerView"];
  sign: Sign["schemas"]["SignView"];
  floor: Floor["schemas"]["FloorView"];
  surveillance: Surveillance["schemas"]["SurveillanceView"];
}
type Makes<A extends Audience> = (view: Sent[A], told: RulesTold | null) => Views[A] | undefined;

/** A server of before sends it whole. */
const sign = (view: Sent["sign"] | Views["sign"], told: RulesTold | null): Views["sign"] | undefined => {
  if (!("hash" in view.rules)) return view as Views["sign"];
  return told?.hash === view.rules.hash ? { ...view, limits: told.limits, rules: told.rules } : undefined;
};
const dealer: Makes<"dealer"> = (view, told) => {
  const within = sign(view.sign, told);
  return within && { ...view, sign: within };
};
const floor: Makes<"floor"> = (view, told) => {
  const within = dealer(view.dealer, told);
  return within && { ...view, dealer: within };
};
const surveillance: Makes<"surveillance"> = (view, told) => {
  const within = floor(view.floor, told);
  return within && { ...view, floor: within };
};
const MAKES: { [A in Audience]: Makes<A> } = { sign, dealer, floor, surveillance };

/** The view with the rules that were told last; nothing if it names others. */
export const whole = <A extends Audience>(audience: A, view: Sent[A], told: RulesTold | null): Views[A] | undefined =>
  MAKES[audience](view, told);
