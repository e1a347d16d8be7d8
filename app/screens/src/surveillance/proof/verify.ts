// One stretch of a table's log, proved here: its rows by their hashes, their ends by the signatures around them.

import { get, type Schemas } from "../../shared/api";
import { type Finding, findings, type Row } from "./chain";
import { judgedLines, type Line, type PublicKey } from "./heads";
import { toldOtherwise } from "./told";

type Around = Schemas["HeadsAround"];
const PAGE = 200;
export const MOST_ROWS = 20_000;
/** The heads are signed once a minute. */
const SIGNED_WITHIN_US = 120_000_000;

export interface Proof {
  state: "unchanged" | "changed";
  events: number;
  signatures: number;
  /** Events at the end of the stretch that no signature covers yet. */
  unsigned: number;
  /** Of those, whether the first is older than a signature may be missing, or says that it is of times to come. */
  overdue: boolean;
  /** Events that were first signed long after they were recorded: for the time between, only the chain speaks. */
  late: number;
  findings: Finding[];
  lines: string[];
  keys: readonly PublicKey[];
  /** What was hashed, by version. */
  rows: ReadonlyMap<number, Row>;
}

/** What is shown, and has to be what was hashed. */
export interface Stretch {
  table: string;
  events: readonly Schemas["TimelineEvent"][];
  /** Nothing more of the round comes behind them. */
  closed: boolean;
}

export async function verifyStretch(stretch: Stretch, nowUs: number, told: (done: number, of: number) => void): Promise<Proof> {
  const { table, events } = stretch;
  const path = { number: table };
  const first = events[0]!.version;
  const last = events[events.length - 1]!.version;
  const [around, { keys }] = await Promise.all([
    get("/api/v1/tables/{number}/signed-heads", { path, query: { first, last } }),
    get("/api/v1/signing-keys"),
  ]);
  const from = Math.min(first, around.before_version ?? 1);
  const to = Math.max(last, around.after_version ?? last);
  return judged(stretch, around, keys, from, await rowsOf(table, from, to, told), nowUs);
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

/** Nothing of this is taken from what the server says about it: neither what is signed, nor where the log begins. */
export function judged({ table, events, closed }: Stretch, around: Around, keys: readonly PublicKey[], from: number, rows: Row[], nowUs: number): Proof {
  const stream = `table:${table}`;
  const last = events[events.length - 1]!.version;
  const found = findings(rows, stream);
  if (rows[0]?.version !== from) found.push({ version: from, words: "is missing" });
  const end = rows[rows.length - 1]?.version ?? 0;
  if (end < last) found.push({ version: end + 1, words: "is missing, and so is what follows it" });
  const { signed, wrong } = judgedLines(around.lines, keys);
  const heads = headsOf(signed, stream);
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  found.push(...misfits(heads, byVersion), ...toldOtherwise(events, byVersion, closed));
  for (const version of [around.before_version, around.after_version])
    if (version !== null && !heads.some((head) => head.version === version)) wrong.push(`signature of event ${version} is not there`);
  const covered = Math.max(0, ...heads.map((head) => head.version));
  const changed = found.length > 0 || wrong.length > 0;
  const overdue = rows.some((row) => row.version > covered && row.version <= last && Math.abs(nowUs - row.recorded_us) > SIGNED_WITHIN_US);
  found.sort((one, other) => one.version - other.version);
  return {
    state: changed ? "changed" : "unchanged", events: rows.length, signatures: signed.length, unsigned: Math.max(0, last - covered), overdue,
    late: signedLate(heads, rows),
    findings: found, lines: wrong, keys, rows: byVersion,
  };
}

/** How many of these rows were older than a signature may be missing when the first line signed them. */
function signedLate(heads: readonly Head[], rows: readonly Row[]): number {
  const inOrder = [...heads].sort((one, other) => one.version - other.version);
  return rows.filter((row) => {
    const first = inOrder.find((head) => head.version >= row.version);
    return first !== undefined && first.time_us - row.recorded_us > SIGNED_WITHIN_US;
  }).length;
}

interface Head {
  version: number;
  hash: string;
  line: number;
  time_us: number;
}

const headsOf = (lines: readonly Line[], stream: string): Head[] =>
  lines.flatMap((line) => line.heads.filter(([of]) => of === stream).map(([, version, hash]) => ({ version, hash, line: line.number, time_us: line.time_us })));

/** Wherever a signed line names this log, the row of that version has to have that hash. */
const misfits = (heads: readonly Head[], rows: ReadonlyMap<number, Row>): Finding[] =>
  heads
    .filter(({ version, hash }) => rows.has(version) && rows.get(version)!.hash !== hash)
    .map(({ version, line }) => ({ version, words: `is not the event that was signed in line ${line}` }));
