// Who is signed in at this browser.

import { signal } from "@preact/signals";
import { get, post, remove, type Schemas } from "./api";
import { asProblem } from "./problem";

export type Me = Schemas["Me"];
export type PersonRole = "dealer" | "supervisor" | "surveillance" | "administrator" | "auditor";

/** undefined: not known yet; null: nobody. */
export const me = signal<Me | null | undefined>(undefined);

export async function whoIsThere(): Promise<void> {
  try {
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

export const hasRole = (role: PersonRole): boolean => !!me.value?.roles.includes(role);
