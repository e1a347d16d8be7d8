// Codes of the server as people read them.

import type { Summary } from "../shared/wall-feed";

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

/** A code as words: "card_in_error" is "card in error". */
export const spaced = (code: string): string => code.replaceAll("_", " ");
export const phaseName = (phase: string): string => PHASES[phase] ?? spaced(phase);
/** With a capital. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

export const stateOf = (table: Summary): string => (table.held === null ? phaseName(table.phase) : "Held");
