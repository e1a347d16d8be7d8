// A set of cards in words.

import type { Schemas } from "../../shared/api";
import { plural } from "../words";

export type CardSet = Schemas["CardStock"];

export const STATES: Record<CardSet["state"], string> = {
  sealed: "Sealed",
  in_use: "At a table",
  returned: "Returned, to be counted",
  counted_out: "Counted",
};

export const stateOf = (set: CardSet): string => {
  switch (set.state) {
    case "sealed":
      return "sealed, in the store";
    case "in_use":
      return `at table ${set.table}`;
    case "returned":
      return `returned from table ${set.table}, to be counted`;
    case "counted_out":
      return `counted after table ${set.table}`;
  }
};

/** Nothing where the count is right, or has not been made. */
export const mismatch = (set: CardSet): string => {
  if (set.state !== "counted_out" || set.missing === 0) return "";
  return set.missing > 0 ? `${plural(set.missing, "card")} missing` : `${plural(-set.missing, "card")} too many`;
};
