// Where this page is, below /floor. Links change it without a new page; the browser's back and forward work.

import { computed, signal } from "@preact/signals";
import { decoded } from "../shared/address";

const BASE = "/floor";
const pathname = signal(location.pathname);

/** The parts of the address below /floor: ["tables", "7"]. */
export const parts = computed(() =>
  pathname.value.slice(BASE.length).split("/").filter(Boolean).map(decoded),
);

export const addressOf = (...of: readonly string[]): string => [BASE, ...of.map(encodeURIComponent)].join("/");

export function go(...of: readonly string[]): void {
  const address = addressOf(...of);
  if (address !== location.pathname) history.pushState(null, "", address);
  pathname.value = address;
}

/** What a link does that was tapped plainly; with a key held the browser opens a tab of its own. */
export function followed(event: MouseEvent, ...of: readonly string[]): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  go(...of);
}

addEventListener("popstate", () => (pathname.value = location.pathname));
