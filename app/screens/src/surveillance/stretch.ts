// The events around the moment that is looked at: the whole round if it is of one, some more besides. Going beyond an
// end loads what lies there.

import { computed, signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { trying } from "../shared/notices";
import { moment, move } from "./address";

export type TimelineEvent = Schemas["TimelineEvent"];
const PAGE = 200;
const AROUND = 80;
// A round has some hundred events; whoever looks at more than this looks at a whole evening, piece by piece.
const MOST = 3000;

export const events = signal<readonly TimelineEvent[]>([]);
let tableOf = "";
let ends = false;

export const index = computed(() => events.value.findIndex((event) => event.version === moment.value?.version));
export const current = computed(() => events.value[index.value]);
/** The events of the round that is looked at; of what is between rounds, everything that is loaded. */
export const round = computed(() => {
  const name = current.value?.round;
  return name ? events.value.filter((event) => event.round === name) : events.value;
});

const page = async (table: string, after: number) =>
  (await get("/api/v1/tables/{number}/timeline", { path: { number: table }, query: { after: Math.max(0, after), limit: PAGE } })).events;

/** Load what the address names, unless it is there already. */
export async function arrive(): Promise<void> {
  const to = moment.value;
  if (!to || (to.table === tableOf && index.value >= 0)) return;
  await trying(async () => {
    tableOf = to.table;
    ends = false;
    const found = await page(to.table, to.version - AROUND);
    events.value = found;
    if (!found.some((event) => event.version === to.version) && found.length) goTo(found[found.length - 1]!.version);
    await wholeRound();
  });
}

async function wholeRound(): Promise<void> {
  const name = current.value?.round;
  while (name && events.value.length < MOST && events.value[0]!.round === name && events.value[0]!.version > 1) await before();
  while (name && events.value.length < MOST && events.value[events.value.length - 1]!.round === name && !ends) await behind();
}

async function before(): Promise<void> {
  const first = events.value[0]!.version;
  const found = await page(tableOf, first - 1 - PAGE);
  events.value = [...found.filter((event) => event.version < first), ...events.value];
}

async function behind(): Promise<void> {
  const found = await page(tableOf, events.value[events.value.length - 1]!.version);
  ends = found.length < PAGE;
  events.value = [...events.value, ...found];
}

/** Go to this event of the table that is looked at; what came since is loaded first. */
export async function arriveAt(version: number): Promise<void> {
  while ((events.value[events.value.length - 1]?.version ?? version) < version) {
    const known = events.value.length;
    await trying(behind);
    if (events.value.length === known) return;
  }
  goTo(version);
}

export function goTo(version: number): void {
  const at = moment.value;
  if (at) move({ ...at, version });
}

/** So many events on, or back; false where there is nothing more. */
export async function step(by: number): Promise<boolean> {
  const wanted = index.value + by;
  if (wanted < 0 && (events.value[0]?.version ?? 1) > 1) await trying(before);
  if (wanted >= events.value.length) {
    ends = false; // the table may have gone on
    await trying(behind);
  }
  const target = events.value[Math.max(0, Math.min(events.value.length - 1, index.value + by))];
  if (!target || target.version === moment.value?.version) return false;
  goTo(target.version);
  return true;
}

/** To the first event of the next round, or of the one before. */
export async function stepRound(by: 1 | -1): Promise<void> {
  const name = current.value?.round ?? null;
  const others = (event: TimelineEvent) => event.round !== null && event.round !== name;
  const ahead = () => (by > 0 ? events.value.slice(index.value).find(others) : events.value.slice(0, Math.max(0, index.value)).reverse().find(others));
  if (!ahead()) await trying(by > 0 ? behind : before);
  const found = ahead();
  if (!found) return;
  const first = events.value.find((event) => event.round === found.round);
  goTo(first!.version);
}
