// What is done with a float, in words.

import type { Command } from "../../shared/table-feed";

export type Way = "OpenFloat" | "FillFloat" | "CreditFloat" | "CloseFloat" | "EnterDrop";

interface Words {
  name: string;
  amount: string;
  what: string;
  /** Counted chip by chip; fills and credits come with a slip. */
  counted: boolean;
  done: (amount: string) => string;
  sure?: (amount: string) => string;
}

export const WAYS: Record<Way, Words> = {
  OpenFloat: {
    name: "Count in",
    amount: "Counted into the tray",
    what: "The chips that the table begins with were counted into its tray.",
    counted: true,
    done: (amount) => `${amount} were counted in.`,
  },
  FillFloat: {
    name: "Fill",
    amount: "Came to the tray",
    what: "Chips came to the tray. A fill of too much is put right by a credit of the difference, and the other way round.",
    counted: true,
    done: (amount) => `A fill of ${amount} is entered.`,
  },
  CreditFloat: {
    name: "Credit",
    amount: "Left the tray",
    what: "Chips left the tray for the house. A credit of too much is put right by a fill of the difference.",
    counted: true,
    done: (amount) => `A credit of ${amount} is entered.`,
  },
  CloseFloat: {
    name: "Count out",
    amount: "Counted in the tray",
    what: "Count every chip in the tray and enter what there is. What the record expects is shown to nobody who counts.",
    counted: true,
    done: (amount) => `${amount} were counted out.`,
    sure: (amount) => `${amount} are counted out and the float is closed. A count is not taken back.`,
  },
  EnterDrop: {
    name: "Drop",
    amount: "Cash in the box",
    what: "The cash of the drop box was counted. It belongs to the first count of chips that has none yet.",
    counted: false,
    done: (amount) => `A drop of ${amount} is entered.`,
    sure: (amount) => `${amount} of cash are entered. A wrong count is put right by a correction, not taken back.`,
  },
};

/** What may be done now; the server says the rest. */
export const waysOf = (open: boolean, supervises: boolean): Way[] => {
  if (!supervises) return ["EnterDrop"];
  return open ? ["FillFloat", "CreditFloat", "CloseFloat", "EnterDrop"] : ["OpenFloat", "EnterDrop"];
};

/** The command; who signs it is put in by the server. */
export const commandOf = (way: Way, cents: number, correction: boolean): Command =>
  way === "EnterDrop" ? { type: way, cents, correction } : { type: way, cents };
