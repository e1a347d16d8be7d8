// The table as it was after an event, as one audience saw it. While somebody scrubs only the newest wish is asked for.

import { effect, signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { trying } from "../shared/notices";
import { type Moment, moment, type PointOfView } from "./address";

type Views = {
  dealer: Schemas["DealerSees"]["view"];
  sign: Schemas["SignSees"]["view"];
  surveillance: Schemas["SurveillanceSees"]["view"];
};
export type Seen = { [V in PointOfView]: { by: V; version: number; view: Views[V] } }[PointOfView];

export const seen = signal<Seen | null>(null);
const KEPT = 300;
const cache = new Map<string, Seen>();
let wanted: Moment | null = null;
let loading = false;

const keyOf = ({ table, version, view }: Moment): string => `${table} ${version} ${view}`;

async function load({ table, version, view }: Moment): Promise<Seen> {
  const path = { number: table, version };
  switch (view) {
    case "dealer":
      return { by: view, version, view: (await get("/api/v1/tables/{number}/replay/{version}/dealer", { path })).view };
    case "sign":
      return { by: view, version, view: (await get("/api/v1/tables/{number}/replay/{version}/sign", { path })).view };
    case "surveillance":
      return { by: view, version, view: (await get("/api/v1/tables/{number}/replay/{version}/surveillance", { path })).view };
  }
}

async function follow(): Promise<void> {
  if (loading) return;
  loading = true;
  while (wanted) {
    const asked: Moment = wanted;
    wanted = null;
    const found = cache.get(keyOf(asked)) ?? (await trying(() => load(asked)));
    if (!found) continue;
    remember(keyOf(asked), found);
    if (!wanted) seen.value = found;
  }
  loading = false;
}

function remember(key: string, found: Seen): void {
  cache.delete(key);
  cache.set(key, found);
  if (cache.size > KEPT) cache.delete(cache.keys().next().value!);
}

effect(() => {
  wanted = moment.value;
  if (wanted) void follow();
});
