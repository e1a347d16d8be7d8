// What rounds are looked for by, from a form to the query of the API.

import { ALARMS } from "../shared/alarms";
import { gamingDay, instant, serverNow } from "../shared/clock";
import { centsOf } from "../shared/money";
import { Problem } from "../shared/problem";

export interface Field {
  name: string;
  label: string;
  kind: "text" | "choice";
  wide?: true;
  hint?: string;
  choices?: Record<string, string>;
}

export const FIELDS: readonly Field[] = [
  { name: "table", label: "Table", kind: "text", wide: true },
  { name: "first_day", label: "From gaming day", kind: "text", hint: "2026-11-19" },
  { name: "last_day", label: "To gaming day", kind: "text", hint: "2026-11-19" },
  { name: "from", label: "From time", kind: "text", hint: "02:00" },
  { name: "to", label: "To time", kind: "text", hint: "03:00" },
  { name: "card", label: "Card", kind: "text", hint: "such as KS" },
  { name: "cents", label: "Amount", kind: "text", hint: "25 or 12.50", wide: true },
  { name: "player", label: "Player", kind: "text", hint: "place, such as 3A" },
  { name: "dealer", label: "Dealer", kind: "text" },
  {
    name: "alarm",
    label: "Alarm",
    kind: "choice",
    choices: Object.fromEntries(Object.entries(ALARMS).map(([kind, { name }]) => [kind, name])),
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
  const [from, to] = [timeOf(said["from"]), timeOf(said["to"])];
  const { from: _from, to: _to, cents, card, ...plain } = said;
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value || undefined])),
    card: card ? card.toUpperCase().replace(/^10/, "T") : undefined,
    cents: cents ? amount(cents) : undefined,
    ...stretch({ ...said, from, to }),
  };
}

/** "2", "2:05", "0205" and "02:05:07" are times. */
function timeOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const found = /^(\d{1,2})(?:[:.]?(\d\d))?(?:[:.]?(\d\d))?$/.exec(text);
  const [hours, minutes, seconds] = [found?.[1] ?? "99", found?.[2] ?? "00", found?.[3]];
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59)
    throw new Problem("bad_time", `"${text}" is no time.`, null, "Type 2, 02:05 or 02:05:07.");
  return `${hours.padStart(2, "0")}:${minutes}${seconds ? `:${seconds}` : ""}`;
}

function amount(text: string): number {
  const cents = centsOf(text);
  if (cents === null) throw new Problem("bad_amount", `"${text}" is no amount.`, null, "Type 25 or 12.50.");
  return cents;
}

/** Of the times the gaming days that were said, or the last that had them, in microseconds since 1970. */
function stretch({ first_day, last_day, from, to }: Record<string, string | undefined>): Criteria {
  const first = first_day || last_day || lastWith(from || to || "");
  return {
    from_us: from ? instant(first, from, "first") * 1000 : undefined,
    // Of a time without seconds the whole minute is meant.
    to_us: to ? instant(last_day || first, to, "last") * 1000 + (to.length > 5 ? 999_999 : 59_999_999) : undefined,
  };
}

/** At seven in the morning "half past two" is that of the gaming day before. */
function lastWith(time: string): string {
  const today = gamingDay(serverNow() * 1000);
  if (!time || instant(today, time, "first") <= serverNow()) return today;
  return new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
}
