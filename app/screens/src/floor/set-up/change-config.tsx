// Limits and options, between rounds. The whole config is sent: who changes it sees all of it.

import { useState } from "preact/hooks";
import { tell } from "../../shared/notices";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import { useBounds } from "./book";
import { ConfigFields } from "./config-fields";
import type { Part } from "./one-table";
import { configFrom, typedFrom } from "./typed-config";

export function ChangeConfig({ told, done }: Part) {
  const [base, setBase] = useState(told.config);
  const [typed, setTyped] = useState(() => typedFrom(told.config));
  const bounds = useBounds(told.ruleset);
  if (!bounds) return <p class="dim">One moment…</p>;
  const begin = () => {
    setBase(told.config);
    setTyped(typedFrom(told.config));
  };
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const elsewhere = !same(base, told.config);
  const send = async (id: string) => {
    const config = configFrom(typed);
    await order(id, told.table, { type: "ChangeConfig", config });
    tell(`Table ${told.table} is changed.`);
    setBase(config);
    await done();
  };
  return (
    <section class="panel" aria-label="Limits and options">
      <h2>Limits and options</h2>
      {elsewhere && (
        <p class="note-well" role="status">
          Somebody else has changed this table meanwhile.{" "}
          <button type="button" onClick={begin}>
            Show what it is now
          </button>
        </p>
      )}
      <Form long action="Change it" label="Limits and options" submit={send} disabled={elsewhere || same(typed, typedFrom(base))}>
        <ConfigFields typed={typed} put={(change) => setTyped({ ...typed, ...change })} bounds={bounds} />
        <p class="dim">Never during a round. Decks, shuffling and cutting cards change when a shoe has ended.</p>
      </Form>
    </section>
  );
}
