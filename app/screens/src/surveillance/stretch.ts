// The events around the moment that is looked at: the whole round if it is of one, some more besides. Going beyond an
// end loads what lies there.

import { computed, signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { trying } from "../shared/notices";
import { moment, move } from "./address";

export type TimelineEvent = Schemas["TimelineEvent"];
const PAGE = 200;
const AROUND = 80;
// A round has some hundred events; whoever looks at more than this looks at a whole evening, piece by piece, and what
// lies at the other end is let go.
const MOST = 3000;
const KEPT = 4000;
const MOST_PAGES = 20;
const MOST_TRIES = 5;

export const events = signal<readonly TimelineEvent[]>([]);
let tableOf = "";
const ends = signal(false);

export const index = computed(() => events.value.findIndex((event) => event.version === moment.value?.version));
export const current = computed(() => events.value[index.value]);
const NONE: readonly TimelineEvent[] = [];
let cut: { all: readonly TimelineEvent[]; first: number; behind: number; of: readonly TimelineEvent[] } = { all: [], first: 0, behind: 0, of: [] };
/** The events of the round that is looked at, or of the time between two rounds. */
export const round = computed(() => {
  const all = events.value;
  const at = index.value;
  if (at < 0) return NONE;
  const name = all[at]!.round;
  let [first, behind] = [at, at + 1];
  while (first > 0 && all[first - 1]!.round === name) first--;
  while (behind < all.length && all[behind]!.round === name) behind++;
  // While one event after the other of it is looked at it stays the very same, and its lanes are not drawn anew.
  if (all !== cut.all || first !== cut.first || behind !== cut.behind) cut = { all, first, behind, of: all.slice(first, behind) };
  return cut.of;
});
/** Something comes behind the round: no more of it can be loaded. */
export const closed = computed(() => events.value[events.value.length - 1]?.round !== current.value?.round);
/** Nothing of the round is still to be loaded. */
export const whole = computed(() => {
  const first = events.value[0];
  const begun = first?.version === 1 || first?.round !== current.value?.round;
  return (begun && (closed.value || ends.value)) || events.value.length >= MOST || !current.value?.round;
});

const page = async (table: string, after: number) =>
  (await get("/api/v1/tables/{number}/timeline", { path: { number: table }, query: { after: Math.max(0, after), limit: PAGE } })).events;

/** Load what the address names, unless it is there already. */
export async function arrive(): Promise<void> {
  const to = moment.value;
  if (!to || (to.table === tableOf && index.value >= 0)) return;
  await trying(async () => {
    tableOf = to.table;
    const found = await page(to.table, to.version - AROUND);
    if (moment.value?.table !== to.table) return;
    ends.value = found.length < PAGE;
    events.value = found;
    if (!found.some((event) => event.version === to.version) && found.length) goTo(found[found.length - 1]!.version);
  });
}

/** Load what is missing of the round that is looked at. */
export async function wholeRound(): Promise<void> {
  const name = current.value?.round;
  const more = () => !!name && current.value?.round === name && events.value.length < MOST;
  await trying(async () => {
    while (more() && events.value[0]!.round === name && events.value[0]!.version > 1) await before();
    while (more() && events.value[events.value.length - 1]!.round === name && !ends.value) await behind();
  });
}

async function before(): Promise<void> {
  const first = events.value[0]!.version;
  if (first === 1) return;
  const found = await page(tableOf, first - 1 - PAGE);
  if (events.value[0]?.version !== first) return; // somebody went elsewhere meanwhile
  const all = [...found.filter((event) => event.version < first), ...events.value];
  if (all.length > KEPT) ends.value = false;
  events.value = all.slice(0, KEPT);
}

async function behind(): Promise<void> {
  const last = events.value[events.value.length - 1]!.version;
  const found = await page(tableOf, last);
  if (events.value[events.value.length - 1]?.version !== last) return; // somebody went elsewhere meanwhile
  ends.value = found.length < PAGE;
  events.value = [...events.value, ...found].slice(-KEPT);
}

// Of several events that came one after the other the last is gone to, whichever page is there first.
let newest = 0;

/** Go to this event of the table that is looked at; what came since is loaded first. */
export async function arriveAt(version: number): Promise<void> {
  newest = version;
  const last = () => events.value[events.value.length - 1]?.version ?? version;
  if (version - last() > PAGE) return goTo(version); // far away: what lies between is not needed
  // What another page brought meanwhile may have taken the place of this one: then it is asked for again.
  for (let tries = 0; last() < version && newest === version && tries < MOST_TRIES; tries++) await trying(behind);
  if (newest === version && last() >= version) goTo(version);
}

export function goTo(version: number): void {
  const at = moment.value;
  if (at) move({ ...at, version });
}

/** So many events on, or back; false where there is nothing more. */
export async function step(by: number): Promise<boolean> {
  const from = moment.value;
  const wanted = index.value + by;
  if (wanted < 0 && (events.value[0]?.version ?? 1) > 1) await trying(before);
  if (wanted >= events.value.length) await trying(behind);
  if (moment.value !== from) return false; // somebody went elsewhere meanwhile
  const target = events.value[Math.max(0, Math.min(events.value.length - 1, index.value + by))];
  if (!target || target.version === moment.value?.version) return false;
  goTo(target.version);
  return true;
}

/** To the first or last event of the round; from there, to the end of what is loaded. */
export async function toEnd(by: 1 | -1): Promise<void> {
  if (by > 0 && !closed.value) await trying(behind); // the table may have gone on
  const of = round.value;
  const end = of[by > 0 ? of.length - 1 : 0];
  if (end && end.version !== moment.value?.version) goTo(end.version);
  else await step(by * Infinity);
}

/** To the first event of the next round, or of the one before. */
export async function stepRound(by: 1 | -1): Promise<void> {
  const name = current.value?.round ?? null;
  const others = (event: TimelineEvent) => event.round !== null && event.round !== name;
  const ahead = () => (by > 0 ? events.value.slice(index.value).find(others) : events.value.slice(0, Math.max(0, index.value)).reverse().find(others));
  for (let pages = 0; !ahead() && pages < MOST_PAGES; pages++) {
    const known = `${events.value[0]?.version} ${events.value[events.value.length - 1]?.version}`;
    await trying(by > 0 ? behind : before);
    if (known === `${events.value[0]?.version} ${events.value[events.value.length - 1]?.version}`) break;
  }
  const found = ahead();
  if (!found) return;
  const first = events.value.find((event) => event.round === found.round);
  goTo(first!.version);
}
