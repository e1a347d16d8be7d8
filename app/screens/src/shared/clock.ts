// One clock for a whole page. The server's time is what counts; the difference to this machine's is learnt from what
// the server tells, and the smallest delay is the truest. Times of day are the house's: the page was told its zone.

import { signal } from "@preact/signals";

/** Milliseconds on this machine's monotonic clock, a few times a second. */
export const ticking = signal(performance.now());
let offsetMs: number | null = null;

export function startClock(everyMs = 250): void {
  setInterval(() => (ticking.value = performance.now()), everyMs);
}

/** The server said what time it is. */
export function heardServerTime(serverUs: number): void {
  const seen = serverUs / 1000 - performance.now();
  offsetMs = offsetMs === null ? seen : Math.max(seen, offsetMs - 1);
}

/** The server's time now, in milliseconds since 1970; this machine's, until the server has said anything. */
export const serverNow = (): number => (offsetMs === null ? Date.now() : performance.now() + offsetMs);

/** How far this machine's clock is ahead of the server's, in milliseconds. */
export const clockOffsetMs = (): number => (offsetMs === null ? 0 : Date.now() - serverNow());

// --- the house's time of day, wherever this browser is

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// No zone changes its clocks but at a quarter of an hour.
const QUARTER_MS = 900_000;
const told = document.documentElement.dataset;
const dayBeginsMs = Number(told["dayBegins"] ?? 0) * HOUR_MS;
const reading = readerOf(told["zone"]);
const ahead = new Map<number, number>();

function readerOf(timeZone = "UTC"): Intl.DateTimeFormat {
  const how = { hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
  try {
    return new Intl.DateTimeFormat("en", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en", { ...how, timeZone: "UTC" }); // a zone that this browser does not know
  }
}

/** By which name the times that are shown go. */
export const zone = (): string => reading.resolvedOptions().timeZone;

/** How far the house's clocks are ahead of UTC then, in milliseconds. */
function aheadAt(ms: number): number {
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = ahead.get(quarter);
  if (known !== undefined) return known;
  const at = quarter * QUARTER_MS;
  const part = Object.fromEntries(reading.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const found = Date.UTC(part["year"]!, part["month"]! - 1, part["day"], part["hour"], part["minute"], part["second"]) - at;
  ahead.set(quarter, found);
  return found;
}

/** The house's time as if it were UTC: 2026-11-19T14:03:07.123Z is three past two there. */
const wall = (ms: number): string => new Date(ms + aheadAt(ms)).toISOString();

/** 14:03:07 */
export const timeOfDay = (us: number): string => wall(us / 1000).slice(11, 19);

/** 14:03:07.123456, for what is lined up with video. */
export const exactTimeOfDay = (us: number): string => `${timeOfDay(us)}.${String(Math.floor(us % 1e6)).padStart(6, "0")}`;

/** 2026-11-19, by the calendar. */
export const day = (us: number): string => wall(us / 1000).slice(0, 10);

/** The gaming day: it changes at the hour that the house says, not at midnight. */
export const gamingDay = (us: number): string => new Date(us / 1000 + aheadAt(us / 1000) - dayBeginsMs).toISOString().slice(0, 10);

/** When a gaming day has this time of day, in milliseconds: two in the morning is in the night that ends it. Of an hour
 * that comes twice, the first, or the last. */
export function instant(gaming: string, time: string, which: "first" | "last"): number {
  const sought = Date.parse(`${gaming}T${time}Z`);
  const said = sought - Date.parse(`${gaming}T00:00Z`) < dayBeginsMs ? sought + DAY_MS : sought;
  const found = [said - aheadAt(said - DAY_MS), said - aheadAt(said + DAY_MS)];
  const there = found.filter((each) => each + aheadAt(each) === said);
  return (which === "first" ? Math.min : Math.max)(...(there.length ? there : found));
}

/** How long ago: 4 s, 12 min, 3 h. */
export function ago(us: number): string {
  const seconds = Math.max(0, Math.floor((serverNow() - us / 1000) / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}
