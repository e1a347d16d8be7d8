// The hash chain, computed anew here: each row's hash over all its columns and over the hash of the row before. That
// nothing was changed is then not something that the server says.

import { sha256 } from "@noble/hashes/sha2.js";
import type { Schemas } from "../../shared/api";
import { fromHex, measured, toHex, utf8 } from "./bytes";

export type Row = Schemas["Row"];
export interface Finding {
  version: number;
  words: string;
}

const hexOrNot = (hex: string | null): Uint8Array | null => (hex === null ? null : fromHex(hex));
const textOrNot = (words: string | null): Uint8Array | null => (words === null ? null : utf8(words));

/** The hash of a row, in hexadecimal: the columns in the order in which the record hashes them. */
export function rowHash(row: Row): string {
  const columns = [
    utf8(row.stream),
    utf8(String(row.version)),
    utf8(row.day),
    textOrNot(row.round),
    utf8(row.type),
    utf8(String(row.schema_version)),
    utf8(row.payload),
    textOrNot(row.checkpoint),
    hexOrNot(row.command?.replaceAll("-", "") ?? null),
    hexOrNot(row.command_digest),
    utf8(row.actor),
    utf8(String(row.event_us)),
    utf8(String(row.recorded_us)),
    fromHex(row.previous),
  ];
  return toHex(sha256(measured(columns)));
}

/** What the first row of every log follows. */
const NOTHING = "0".repeat(64);

/** What is wrong with these rows, which have to follow one another in this log. */
export function findings(rows: readonly Row[], stream: string): Finding[] {
  const found: Finding[] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    if (row.stream !== stream) found.push({ version: row.version, words: `is of another log, ${row.stream}` });
    if (row.version === 1 && row.previous !== NOTHING) found.push({ version: 1, words: "follows something, and is the first" });
    if (rowHash(row) !== row.hash) found.push({ version: row.version, words: "does not have the hash that it was recorded with" });
    if (!before) return;
    if (row.version !== before.version + 1) found.push({ version: row.version, words: `follows event ${before.version}: events are missing` });
    else if (row.previous !== before.hash) found.push({ version: row.version, words: "does not follow the event before it" });
  });
  return found;
}
