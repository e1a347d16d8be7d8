// Who deals here. A dealer takes the table in his own name, with badge and PIN, whether or not somebody has it; whoever was
// signed in at this screen stays so until the table has accepted.

import { computed, signal } from "@preact/signals";
import { get, post } from "../shared/api";
import { trying } from "../shared/notices";
import { asPerson, orderWith } from "../shared/one-act";
import { asProblem, Problem } from "../shared/problem";
import { me, signIn, signOut } from "../shared/session";
import { act, openFeed, TABLE } from "./terminal";

/** The session that was locked in this browser: known before the server has heard of it, and after a reload. */
const LOCKED = "tablekeeper.locked";
const kept = signal<string | null>(localStorage.getItem(LOCKED));
/** Who has locked this screen. The server has locked the session: so it is locked in every page. */
export const lockedBy = computed<string | null>(() => (me.value && (me.value.locked || kept.value === me.value.session) ? me.value.name : null));
/** Whether this person is not on duty here, as far as is known. */
export const offDuty = signal(false);

export async function takeTable(who: string, pin: string): Promise<void> {
  await asPerson(who, pin, async (token, person) => {
    if (person.roles.includes("dealer")) await come(token, person.name, who, pin);
    else if (!person.roles.includes("supervisor")) throw new Problem("not_allowed", `${person.shown} does not deal.`, null, "Have a dealer sign in.");
  });
  if (me.value) await signOut().catch(() => undefined);
  await signIn(who, pin);
  begin();
}

/** Who has the table already only unlocks it. */
async function come(token: string, name: string, who: string, pin: string): Promise<void> {
  try {
    await orderWith(token, TABLE, { type: "ChangeDealer", dealer: name }, null, [{ who, pin }]);
  } catch (thrown) {
    if (asProblem(thrown).code !== "no_change") throw thrown;
  }
}

/** Nobody deals here then; the round stays as it is until somebody comes. */
export const leaveTable = () => act("leave", { command: { type: "ChangeDealer", dealer: "" } });

export function begin(): void {
  offDuty.value = false;
  openFeed();
}

/** Nothing can be done here until somebody gives a PIN; the table stays with whoever has it, and so after a reload. */
export async function lock(): Promise<void> {
  const session = me.value?.session ?? "";
  keep(session);
  await trying(() => post("/api/v1/sessions/current/lock", { body: { session } }));
}

export async function unlock(_who: string, pin: string): Promise<void> {
  await post("/api/v1/sessions/current/unlock", { body: { pin } });
  keep(null);
}

function keep(session: string | null): void {
  if (session === null) localStorage.removeItem(LOCKED);
  else localStorage.setItem(LOCKED, session);
  shown(session);
}

function shown(session: string | null): void {
  kept.value = session;
  if (session === null && me.value?.locked) me.value = { ...me.value, locked: false };
}

/** What was done in another page of this browser is so here. */
globalThis.addEventListener("storage", ({ key, newValue }) => {
  if (key === LOCKED) shown(newValue);
});

/** A server that was away when it was locked hears of it now. */
async function lockAgain(): Promise<void> {
  const who = me.value;
  if (who && !who.locked && kept.value === who.session) await trying(lock);
}

/** Whether who is signed in has this table, so that the screen shows it at once. Where another server has it, or none
 * for a moment, the feed finds out. */
export async function looksAlready(): Promise<void> {
  await lockAgain();
  const who = me.value;
  if (!who) return;
  if (who.roles.includes("supervisor")) return begin();
  const table = (await get("/api/v1/tables")).tables.find((each) => each.number === TABLE);
  if (table && (table.dealer === who.name || table.kept !== "here")) begin();
  else offDuty.value = true;
}
