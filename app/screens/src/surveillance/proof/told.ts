// What is told of the events in words, against what was hashed of them: a true log does not make a true telling.

import type { Schemas } from "../../shared/api";
import type { Finding, Row } from "./chain";

type Told = Schemas["TimelineEvent"];
const SAME: Record<string, (told: Told, row: Row) => boolean> = {
  kind: (told, row) => told.type === row.type,
  round: (told, row) => told.round === row.round,
  time: (told, row) => told.at_us === row.event_us && told.recorded_us === row.recorded_us,
  author: (told, row) => told.actor === row.actor,
  command: (told, row) => told.command === row.command,
};

export function toldOtherwise(events: readonly Told[], rows: ReadonlyMap<number, Row>, closed: boolean): Finding[] {
  const found: Finding[] = [];
  for (const told of events) {
    const row = rows.get(told.version);
    const wrong = row ? Object.keys(SAME).filter((what) => !SAME[what]!(told, row)) : [];
    if (wrong.length) found.push({ version: told.version, words: `is told otherwise than it was hashed (${wrong.join(", ")})` });
  }
  return [...found, ...leftOut(events, rows, closed)];
}

/** Nothing between what is told, and nothing of its round, may be left out. */
function leftOut(events: readonly Told[], rows: ReadonlyMap<number, Row>, closed: boolean): Finding[] {
  const told = new Set(events.map((event) => event.version));
  const [first, last] = [Math.min(...told), Math.max(...told)];
  const whole = new Set(events.map((event) => event.round));
  const one = whole.size === 1 ? [...whole][0] : null;
  const isOfIt = (row: Row) => one !== null && row.round === one && (row.version < last || closed);
  return [...rows.values()]
    .filter((row) => !told.has(row.version) && ((row.version > first && row.version < last) || isOfIt(row)))
    .map((row) => ({ version: row.version, words: "was hashed, and is not told" }));
}
