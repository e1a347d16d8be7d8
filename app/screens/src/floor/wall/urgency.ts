// Which tables need somebody, and who comes first. What nobody has taken comes before what somebody looks after; among
// those the order is that of the house's list, then who waits longest.

import { AFTER_ALARMS, rankOf } from "../../shared/alarms";
import type { Summary, WallAlarm } from "../../shared/wall-feed";

const HELD = AFTER_ALARMS;
const TO_BE_SIGNED = HELD + 1;
const AT_EASE = 100;
const CLOSED = 200;
/** What somebody looks after comes behind all that nobody does. */
const ATTENDED = 50;

export interface Line {
  table: Summary;
  alarms: readonly WallAlarm[];
  rank: number;
  /** Since when it waits. */
  since: number;
}

function needOf(table: Summary, alarms: readonly WallAlarm[]): { rank: number; since: number } {
  const found = alarms.map((alarm) => ({
    rank: rankOf(alarm.kind) + (alarm.owner === null ? 0 : ATTENDED),
    since: alarm.raised_us,
  }));
  const attended = alarms.some((alarm) => alarm.owner !== null) ? ATTENDED : 0;
  if (table.devices_lost.length && table.phase !== "closed" && !alarms.some((alarm) => alarm.kind === "device_lost"))
    found.push({ rank: rankOf("device_lost") + attended, since: table.since_us });
  if (table.held !== null) found.push({ rank: HELD + attended, since: table.since_us });
  if (table.remedies_waiting > 0) found.push({ rank: TO_BE_SIGNED, since: table.since_us });
  found.sort((one, other) => one.rank - other.rank || one.since - other.since);
  return found[0] ?? { rank: table.phase === "closed" ? CLOSED : AT_EASE, since: 0 };
}

export function lineOf(table: Summary, all: readonly WallAlarm[]): Line {
  const alarms = all
    .filter((alarm) => alarm.table === table.number)
    .sort((one, other) => rankOf(one.kind) - rankOf(other.kind) || one.raised_us - other.raised_us);
  return { table, alarms, ...needOf(table, alarms) };
}

/** 2 before 10, and letters as they come. */
export const byNumber = (one: string, other: string): number =>
  one.localeCompare(other, undefined, { numeric: true }) || (one < other ? -1 : 1);

export const byNeed = (one: Line, other: Line): number =>
  one.rank - other.rank || one.since - other.since || byNumber(one.table.number, other.table.number);

export const needsSomebody = (line: Line): boolean => line.rank < AT_EASE;
export const isAttended = (line: Line): boolean => line.rank >= ATTENDED && line.rank < AT_EASE;
