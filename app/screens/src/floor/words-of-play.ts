// Words for outcomes; and which choices are put right by signatures.

import { spaced } from "./words";

const OUTCOMES: Record<string, string> = {
  win: "wins",
  lose: "loses",
  stand_off: "stands off",
  surrender: "surrendered",
  rescue: "rescued",
  returned: "returned",
  void: "void",
};

export const outcomeName = (outcome: string): string => OUTCOMES[outcome] ?? spaced(outcome);
/** What is put right by signatures, and not by a tap. */
export const isSigned = (choice: string): boolean =>
  ["void_round", "void_earlier", "reconstruct", "reconstruct_earlier"].includes(choice);
