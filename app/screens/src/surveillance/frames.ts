// The raw frames of the devices around the round, with what they decode to, and how far each device's clock is from the
// server's.

import { signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { trying } from "../shared/notices";

export type Frame = Schemas["Frame"];
export type DeviceClock = Schemas["Clock"];

export const frames = signal<readonly Frame[]>([]);
export const clocks = signal<readonly DeviceClock[]>([]);
const BESIDE_US = 2_000_000;
const MOST = 6000;
let shown = "";

/** Load those of this stretch of time at this table, unless they are shown. */
export async function loadFrames(table: string, firstUs: number, lastUs: number): Promise<void> {
  const wanted = `${table} ${firstUs} ${lastUs}`;
  if (shown === wanted) return;
  shown = wanted;
  await trying(async () => {
    const query = { from_us: firstUs - BESIDE_US, to_us: lastUs + BESIDE_US };
    let found: Frame[] = [];
    let after: string | null = null;
    do {
      const page: Schemas["TableFrames"] = await get("/api/v1/tables/{number}/frames", {
        path: { number: table },
        query: after === null ? query : { ...query, after },
      });
      if (shown !== wanted) return;
      found = [...found, ...page.frames];
      clocks.value = page.clocks;
      after = page.next;
    } while (after !== null && found.length < MOST);
    frames.value = found;
  });
}
