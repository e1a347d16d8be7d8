// What waits, looked at again: of the round on the table, or of an earlier one.

import { get, post } from "../../shared/api";
import { Problem } from "../../shared/problem";
import type { Preview, Remedy, Waiting } from "./types";

const CHANGED = "The record of this round has changed since it was signed: propose it anew.";

/** The preview that has just the seal that was signed. */
export async function askEither(table: string, waiting: Waiting): Promise<{ preview: Preview; earlier: boolean }> {
  const path = { number: table };
  const { earlier } = await get("/api/v1/tables/{number}/remedies/allowed", { path, query: { round: waiting.round } });
  const body = { remedy: waiting.remedy as Remedy, round: earlier ? waiting.round : null };
  const preview = await post("/api/v1/tables/{number}/remedies/preview", { path, body });
  if (preview.seal !== waiting.seal) throw new Problem("difference_changed", CHANGED);
  return { preview, earlier };
}
