// Codes of the server as people read them.

import type { Summary, WallAlarm } from "../shared/wall-feed";

export type AlarmKind = WallAlarm["kind"];

const PHASES: Record<string, string> = {
  closed: "Closed",
  hold: "Held",
  complete: "Round over",
  void: "Round void",
  betting: "Betting",
  shoe: "Shoe being made ready",
  initial_deal: "Dealing",
  offers: "Offers",
  play: "Playing",
  dealer: "Dealer draws",
};
export const ALARMS: Record<AlarmKind, string> = {
  called: "Supervisor called",
  chain: "Table stands still",
  silent: "Table does not answer",
  device_lost: "Device lost",
  wrong_device: "Wrong device",
  jam: "Jam",
  composition: "Impossible card",
  count_mismatch: "Count differs",
  over_threshold: "Large payment",
  pace: "Nothing happens",
  guessing: "Somebody guesses PINs",
};

/** A code as words: "card_in_error" is "card in error". */
export const spaced = (code: string): string => code.replaceAll("_", " ");
export const phaseName = (phase: string): string => PHASES[phase] ?? spaced(phase);
/** With a capital. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const stateOf = (table: Summary): string => (table.held === null ? phaseName(table.phase) : "Held");
