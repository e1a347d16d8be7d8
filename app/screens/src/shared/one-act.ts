// Somebody who is not signed in at this browser does one thing here, by name or badge and PIN. The session is that
// person's own and ends with the act; who is signed in here stays so.

import { request, type Schemas } from "./api";
import { newId } from "./ids";
import type { Command, Signers } from "./table-feed";

/** The order as that person's. */
export async function orderAs(who: string, pin: string, table: string, command: Command, question: string | null = null) {
  return asPerson(who, pin, (token) => orderWith(token, table, command, question));
}

export async function asPerson<T>(who: string, pin: string, act: (token: string, me: Schemas["Me"]) => Promise<T>): Promise<T> {
  const response = await request("post", "/api/v1/sessions", { body: { who, pin }, as: "" });
  const { token, me } = (await response.json()) as Schemas["Admitted"];
  try {
    return await act(token, me);
  } finally {
    void request("delete", "/api/v1/sessions/current", { as: token }).catch(() => undefined);
  }
}

export async function orderWith(token: string, table: string, command: Command, question: string | null = null, signedBy: Signers = []) {
  const body = { id: newId(), question, command, signed_by: signedBy };
  return request("post", "/api/v1/tables/{number}/orders", { path: { number: table }, body, as: token });
}
