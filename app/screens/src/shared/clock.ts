// One clock for a whole page. The server's time is what counts; the difference to this machine's is learnt from what
// the server tells, and the smallest delay is the truest.

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

const two = (value: number): string => String(value).padStart(2, "0");

/** 14:03:07 */
export function timeOfDay(us: number): string {
  const at = new Date(us / 1000);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** 14:03:07.123456, for what is lined up with video. */
export const exactTimeOfDay = (us: number): string => `${timeOfDay(us)}.${String(Math.floor(us % 1e6)).padStart(6, "0")}`;

/** 2026-11-19 */
export function day(us: number): string {
  const at = new Date(us / 1000);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** How long ago: 4 s, 12 min, 3 h. */
export function ago(us: number): string {
  const seconds = Math.max(0, Math.floor((serverNow() - us / 1000) / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}
