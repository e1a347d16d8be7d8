// Codes of the record in words: the server's where it has them, else the code itself, made readable.

import { IRREGULARITY } from "../generated/words-of-irregularity";
import { cardName } from "../shared/cards";
import { procedures } from "./book";

export const inWordsOf = (code: string): string => {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const told = (of: readonly { words: string }[] | undefined, is: (each: never) => boolean, code: string): string =>
  of?.find((each) => is(each as never))?.words ?? inWordsOf(code);

// What a device's line leaves open is the house's own, and stands in no book.
const OF_THE_HOUSE: Readonly<Record<string, string>> = IRREGULARITY;
export const irregularityWords = (code: string): string =>
  OF_THE_HOUSE[code] ?? told(procedures.value?.irregularities, (each: { code: string }) => each.code === code, code);
export const choiceWords = (code: string): string =>
  told(procedures.value?.choices, (each: { code: string }) => each.code === code, code);

export const stepWords = (step: string): string => {
  const [name = "", rest = ""] = step.split(" ");
  const words = told(procedures.value?.steps, (each: { step: string }) => each.step === name, name);
  if (name === "replace_card" && rest) return `Replace the ${cardName(rest)}`;
  if (name === "cut" && rest) return `${words}: box ${rest}`;
  return rest ? `${words} (${rest})` : words;
};

const DONE: Record<string, string> = { bust: "over 21", stand: "stands", one_card: "one card", surrender: "Surrendered" };
export const doneWords = (done: string): string => DONE[done] ?? inWordsOf(done);
export const kindWords = (kind: string): string =>
  kind.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
/** A side bet in few letters: Perfect Pairs is PP. */
export const kindLetters = (kind: string): string => kindWords(kind).split(" ").map((word) => word.charAt(0)).join("");
