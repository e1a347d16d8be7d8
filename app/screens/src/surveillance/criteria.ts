// What rounds are looked for by, from a form to the query of the API.

import { centsOf } from "../shared/money";
import { Problem } from "../shared/problem";

export interface Field {
  name: string;
  label: string;
  kind: "text" | "date" | "time" | "choice";
  hint?: string;
  choices?: Record<string, string>;
}

export const FIELDS: readonly Field[] = [
  { name: "table", label: "Table", kind: "text" },
  { name: "first_day", label: "From gaming day", kind: "date" },
  { name: "last_day", label: "To gaming day", kind: "date" },
  { name: "from", label: "From time", kind: "time", hint: "of the first day" },
  { name: "to", label: "To time", kind: "time", hint: "of the first day" },
  { name: "card", label: "Card", kind: "text", hint: "such as KS" },
  { name: "cents", label: "Amount", kind: "text", hint: "a wager or payment of just so much" },
  { name: "player", label: "Player", kind: "text", hint: "place, such as 3A" },
  { name: "dealer", label: "Dealer", kind: "text" },
  {
    name: "alarm",
    label: "Alarm",
    kind: "choice",
    choices: {
      device_lost: "Device lost",
      composition: "Composition",
      count_mismatch: "Count mismatch",
      jam: "Jam",
      called: "Supervisor called",
      over_threshold: "Large payment",
      pace: "Pace",
      chain: "Record",
    },
  },
  {
    name: "state",
    label: "Ended",
    kind: "choice",
    choices: { complete: "Complete", void: "Void", open: "Still on", abandoned: "Abandoned" },
  },
];

export type Criteria = Record<string, string | number | undefined>;

/** Refused in words where what was typed is no time or amount. */
export function criteriaOf(form: FormData): Criteria {
  const said = Object.fromEntries(FIELDS.map(({ name }) => [name, String(form.get(name) ?? "").trim()]));
  const { from, to, cents, card, ...plain } = said;
  const day = said["first_day"] || said["last_day"] || "";
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value || undefined])),
    card: card ? card.toUpperCase().replace(/^10/, "T") : undefined,
    cents: cents ? amount(cents) : undefined,
    from_us: from ? moment(day, from) : undefined,
    to_us: to ? moment(day, to) + 59_999_999 : undefined,
  };
}

function amount(text: string): number {
  const cents = centsOf(text);
  if (cents === null) throw new Problem("bad_amount", `"${text}" is no amount.`, null, "Type 25 or 12.50.");
  return cents;
}

/** The time of that day, or of today, in microseconds since 1970. */
function moment(day: string, time: string): number {
  const at = day ? new Date(`${day}T${time}`) : new Date(`${new Date().toDateString()} ${time}`);
  return at.getTime() * 1000;
}
