// A sealed set comes into the house.

import { useState } from "preact/hooks";
import { post } from "../../shared/api";
import { tell } from "../../shared/notices";
import { countFrom } from "../forms/amounts";
import { Text, useTyped } from "../forms/fields";
import { Form } from "../forms/form";

const EMPTY = { set_id: "", seal: "" };

export function Receive({ done, empty }: { done: () => Promise<void>; empty: boolean }) {
  const { typed, put } = useTyped(EMPTY);
  // Those of the set before: a delivery has several of a kind.
  const [kind, setKind] = useState({ colour: "", decks: "8" });
  const send = async (id: string) => {
    const set_id = typed.set_id.trim();
    const body = { id, set_id, seal: typed.seal.trim(), colour: kind.colour.trim(), decks: countFrom("Decks", kind.decks) };
    await post("/api/v1/card-sets", { body });
    tell(`Set ${set_id} is in the store.`);
    put(EMPTY);
    await done();
  };
  return (
    <section class="panel" aria-label="Receive a set">
      <h2>Receive a set</h2>
      {empty && <p class="note-well">From the first set on the house keeps a register: tables bring only sets that are issued to them.</p>}
      <Form action="Receive it" submit={send} disabled={!typed.set_id.trim() || !typed.seal.trim() || !kind.colour.trim()}>
        <div class="fields">
          <Text label="Its name" value={typed.set_id} put={(set_id) => put({ set_id })} hint="Never used for another set" />
          <Text label="Seal" value={typed.seal} put={(seal) => put({ seal })} hint="The number on it" />
          <Text label="Colour of the backs" value={kind.colour} put={(colour) => setKind({ ...kind, colour })} />
          <Text label="Decks" mode="numeric" value={kind.decks} put={(decks) => setKind({ ...kind, decks })} hint="Of 48 cards each" />
        </div>
      </Form>
    </section>
  );
}
