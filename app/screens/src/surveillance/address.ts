// Every moment of every table has an address: /surveillance/TABLE/VERSION, with the point of view behind a "?".

import { signal } from "@preact/signals";
import { decoded } from "../shared/address";

export type PointOfView = "dealer" | "sign" | "surveillance";
export const POINTS_OF_VIEW: Record<PointOfView, string> = {
  dealer: "Dealer",
  sign: "Players",
  surveillance: "Record",
};
export interface Moment {
  table: string;
  version: number;
  view: PointOfView;
}

const ROOT = "/surveillance";

function read(): Moment | null {
  const [, , table, version] = location.pathname.split("/");
  const number = Number(version);
  if (!table || !Number.isInteger(number) || number < 1) return null;
  const asked = new URLSearchParams(location.search).get("view") ?? "";
  return { table: decoded(table), version: number, view: asked in POINTS_OF_VIEW ? (asked as PointOfView) : "dealer" };
}

/** The moment that the address names; null where it names none: then rounds are searched. */
export const moment = signal<Moment | null>(read());
addEventListener("popstate", () => (moment.value = read()));

export const linkTo = ({ table, version, view }: Moment): string => `${ROOT}/${encodeURIComponent(table)}/${version}?view=${view}`;

export function open(to: Moment): void {
  history.pushState(null, "", linkTo(to));
  moment.value = to;
}

/** Another event of what is being looked at: the address follows, the way back does not grow. */
export function move(to: Moment): void {
  history.replaceState(null, "", linkTo(to));
  moment.value = to;
}

export function toSearch(): void {
  history.pushState(null, "", ROOT);
  moment.value = null;
}
