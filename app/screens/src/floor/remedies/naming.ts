// What is proposed, in words.

import { spaced } from "../words";
import type { Remedy, Scope, Target } from "./types";

/** Behind a round's address: its editor is opened at once. */
export const REBUILD = "rebuild";

const SCOPES: Record<Scope | "reconstruct", string> = {
  round: "The whole round is void",
  hand: "A box or a hand is void",
  wager: "A wager is void",
  earlier: "The round is void",
  reconstruct: "Reconstruct the round",
};
export const scopeName = (scope: string): string => SCOPES[scope as Scope] ?? spaced(scope);

const WHAT: Record<string, string> = {
  void_round: "The round is void",
  void_box: "A box is void",
  void_hand: "A hand is void",
  void_wager: "A wager is void",
  reconstruct: "The round is reconstructed",
};
export const whatName = (what: string): string => WHAT[what] ?? spaced(what);

/** Why, with what was written down about it. */
export function reasonOf(remedy: Remedy): string {
  const words = remedy.type === "Void" ? remedy.words : "";
  return `${spaced(remedy.reason)}${words ? `: ${words}` : ""}`;
}

export function targetName(target: Target): string {
  const hand = target.hand === null ? "" : `, hand ${target.hand}`;
  const wager = target.player === null ? "" : `: ${target.player}'s ${spaced(target.kind ?? "")} wager`;
  return `Box ${target.box}${hand}${wager}`;
}
