// Who deals here. A dealer takes the table in his own name, with badge and PIN, whether or not somebody has it; whoever was
// signed in at this screen stays so until the table has accepted.

import { signal } from "@preact/signals";
import { get } from "../shared/api";
import { asPerson, orderWith } from "../shared/one-act";
import { asProblem, Problem } from "../shared/problem";
import { me, signIn, signOut } from "../shared/session";
import { closeFeed, openFeed, TABLE } from "./terminal";

/** Who has locked this screen. */
export const lockedBy = signal<string | null>(null);
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

export function begin(): void {
  lockedBy.value = null;
  offDuty.value = false;
  openFeed();
}

/** Nothing can be done here until somebody gives name and PIN; the table stays with whoever has it. */
export async function lock(): Promise<void> {
  lockedBy.value = me.value?.name ?? "";
  closeFeed();
  await signOut().catch(() => (me.value = null));
}

/** Whether who is signed in has this table, so that the screen shows it at once. */
export async function looksAlready(): Promise<void> {
  const who = me.value;
  if (!who) return;
  if (who.roles.includes("supervisor")) return begin();
  const { tables } = await get("/api/v1/tables");
  if (tables.find((each) => each.number === TABLE)?.dealer === who.name) begin();
  else offDuty.value = true;
}
