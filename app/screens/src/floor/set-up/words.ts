// What a table may be set up as, in words.

import type { Config } from "./typed-config";

export const HOLE_CARDS: Record<Config["hole_card"], string> = {
  none: "None: drawn after the players",
  blind: "Dealt face down, looked at by nobody",
  reader: "Dealt face down, looked at by a reader",
};
export const SHUFFLERS: Record<Config["shuffler"], string> = {
  none: "By hand",
  batch: "A machine, the whole shoe at a time",
  alternating: "A machine, two sets in turn",
  continuous: "A continuous machine",
};
export const MID_SHOE: Record<Config["mid_shoe"], string> = {
  open: "May bet as everybody",
  minimum: "Are held to the minimum",
  barred: "Wait for the next shoe",
};
export const ALONE: readonly (readonly [string, string])[] = [
  ["void_wager", "Void a wager"],
  ["void_hand", "Void a hand"],
  ["void_box", "Void a box"],
  ["void_round", "Void a round"],
  ["reconstruct", "Reconstruct a round"],
];
