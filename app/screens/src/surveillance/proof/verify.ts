// One stretch of a table's log, proved here: its rows by their hashes, their ends by the signatures around them.

import { get, type Schemas } from "../../shared/api";
import { type Finding, findings, type Row } from "./chain";
import { lineFindings, type PublicKey, readLine } from "./heads";

type Around = Schemas["HeadsAround"];
const PAGE = 200;
export const MOST_ROWS = 20_000;

export interface Proof {
  state: "unchanged" | "changed";
  events: number;
  signatures: number;
  /** Events at the end of the stretch that no signature covers yet. */
  unsigned: number;
  findings: Finding[];
  lines: string[];
  keys: readonly PublicKey[];
}

export async function verifyStretch(table: string, first: number, last: number, told: (done: number, of: number) => void): Promise<Proof> {
  const path = { number: table };
  const [around, { keys }] = await Promise.all([
    get("/api/v1/tables/{number}/signed-heads", { path, query: { first, last } }),
    get("/api/v1/signing-keys"),
  ]);
  const from = around.before_version ?? 1;
  const to = Math.max(last, around.after_version ?? last);
  const rows = await rowsOf(table, from, to, told);
  return judged(around, keys, rows, last);
}

async function rowsOf(table: string, first: number, last: number, told: (done: number, of: number) => void): Promise<Row[]> {
  if (last - first > MOST_ROWS) throw new Error(`More than ${MOST_ROWS} events lie between two signatures: use the verification of the whole record.`);
  const rows: Row[] = [];
  for (let after = first - 1; after < last; ) {
    const query = { after, limit: Math.min(PAGE, last - after) };
    const page = await get("/api/v1/tables/{number}/rows", { path: { number: table }, query });
    if (page.rows.length === 0) break;
    rows.push(...page.rows);
    after = page.rows[page.rows.length - 1]!.version;
    told(rows.length, last - first + 1);
  }
  return rows;
}

function judged(around: Around, keys: readonly PublicKey[], rows: Row[], last: number): Proof {
  const found = findings(rows);
  const end = rows[rows.length - 1]?.version ?? 0;
  if (end < last) found.push({ version: end + 1, words: "is missing, and so is what follows it" });
  if (around.before_version === null && rows[0] && rows[0].version !== 1) found.push({ version: rows[0].version, words: "is not the first of its log" });
  found.push(...misfitsOfHeads(around, rows));
  const lines = lineFindings(around.lines, keys);
  const changed = found.length > 0 || lines.length > 0;
  const unsigned = Math.max(0, last - (around.after_version ?? around.before_version ?? 0));
  return { state: changed ? "changed" : "unchanged", events: rows.length, signatures: around.lines.length, unsigned, findings: found, lines, keys };
}

/** Wherever a signed line names this log, the row of that version has to have that hash. */
function misfitsOfHeads(around: Around, rows: Row[]): Finding[] {
  const byVersion = new Map(rows.map((row) => [row.version, row.hash]));
  const found: Finding[] = [];
  for (const line of around.lines.map(readLine))
    for (const [stream, version, hash] of line.heads)
      if (stream === around.stream && byVersion.has(version) && byVersion.get(version) !== hash)
        found.push({ version, words: `is not the event that was signed in line ${line.number}` });
  return found;
}
