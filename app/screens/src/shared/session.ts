// Who is signed in at this browser.

import { effect, signal } from "@preact/signals";
import { get, post, remove, type Schemas, signedOut } from "./api";
import { takePassage } from "./elsewhere";
import { tellProblem } from "./notices";
import { answerLost, asProblem } from "./problem";

export type Me = Schemas["Me"];

/** undefined: not known yet; null: nobody. */
export const me = signal<Me | null | undefined>(undefined);

/** Who has come from another server of the house is signed in here, too. */
export async function whoIsThere(): Promise<void> {
  const came = takePassage();
  try {
    if (came?.passage) await post("/api/v1/sessions/carried", { body: { passage: came.passage } }).catch(() => undefined);
    if (came?.unanswered) tellProblem(answerLost());
    me.value = await get("/api/v1/sessions/current");
  } catch (thrown) {
    if (asProblem(thrown).status !== 401) throw thrown;
    me.value = null;
  }
}

export async function signIn(who: string, pin: string): Promise<void> {
  me.value = (await post("/api/v1/sessions", { body: { who, pin } })).me;
}

export async function signOut(): Promise<void> {
  await remove("/api/v1/sessions/current", {});
  me.value = null;
}

/** Who was signed in for as long as may be is at the door again, and is told so by what was refused. */
export function leaveWithTheSession(): void {
  effect(() => {
    if (signedOut.value && me.peek()) me.value = null;
  });
}

export const hasRole = (role: Me["roles"][number]): boolean => !!me.value?.roles.includes(role);
