// Words for outcomes; and which choices are put right by signatures.

import { OUTCOME } from "../generated/words-of-outcome";

export const outcomeName = (outcome: keyof typeof OUTCOME): string => OUTCOME[outcome];
/** What is put right by signatures, and not by a tap. */
export const isSigned = (choice: string): boolean =>
  ["void_round", "void_earlier", "reconstruct", "reconstruct_earlier"].includes(choice);
