// This terminal: its table's feed, who deals, and the one order that may be under way.
//
// While an order waits for its answer nothing else can be tapped, and for a moment after it neither: what is asked
// changes under the finger, and the second half of a double tap would answer the next question.

import { computed, signal } from "@preact/signals";
import { tableOfAddress } from "../shared/address";
import { tellProblem } from "../shared/notices";
import { asProblem, Problem } from "../shared/problem";
import { type Command, type Signers, TableFeed, type Views } from "../shared/table-feed";

export const TABLE = tableOfAddress();
export type View = Views["dealer"];
const RESTS_MS = 300;
// The table carries them out in their order, whether or not the answers were waited for; more than 32 it refuses.
const MOST_AT_ONCE = 24;

export const feed = signal<TableFeed<"dealer"> | null>(null);
export const view = computed<View | null>(() => feed.value?.view.value ?? null);
export const live = computed(() => feed.value?.line.condition.value === "live");
/** The control whose order waits for its answer. */
export const sending = signal("");
export const resting = signal(false);
/** How long the last tap took until it was recorded, in milliseconds. */
export const lastTapMs = signal(0);
let rest = 0;
let actedAt = -Infinity;
// The answer may come before what it has changed.
const OWN_MS = 1500;

/** Whether what changes now comes of an order of this terminal. */
export const actsHere = (): boolean => sending.peek() !== "" || performance.now() - actedAt < OWN_MS;

export function openFeed(): void {
  feed.value?.stop();
  feed.value = new TableFeed(TABLE, "dealer");
}

export function closeFeed(): void {
  feed.value?.stop();
  feed.value = null;
}

export interface Asked {
  command: Command;
  question?: string | null;
  signedBy?: Signers;
}

/** Ask for this control, in this order; whether all was accepted. What is refused is told. */
export async function act(control: string, ...asked: Asked[]): Promise<boolean> {
  const refused = await attempt(control, ...asked);
  if (refused) tellProblem(refused);
  return refused === null;
}

const NOT_NOW = new Problem("not_now", "That was tapped while something else was under way.", null, "Tap again.");

/** The same; what is refused comes back. */
export async function attempt(control: string, ...asked: Asked[]): Promise<Problem | null> {
  const at = feed.value;
  if (!at || sending.value || !live.value) return NOT_NOW;
  sending.value = control;
  const began = performance.now();
  try {
    for (let sent = 0; sent < asked.length; sent += MOST_AT_ONCE) {
      const answers = asked.slice(sent, sent + MOST_AT_ONCE).map((each) => at.order(each.command, each.question ?? null, each.signedBy ?? []));
      const refused = (await Promise.allSettled(answers)).find((each) => each.status === "rejected");
      if (refused) return asProblem(refused.reason);
    }
    return null;
  } finally {
    lastTapMs.value = performance.now() - began;
    sending.value = "";
    actedAt = performance.now();
    takeRest();
  }
}

function takeRest(): void {
  resting.value = true;
  clearTimeout(rest);
  rest = window.setTimeout(() => (resting.value = false), RESTS_MS);
}
