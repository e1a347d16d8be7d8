// A closed table opens again, under its book or another one.

import { useState } from "preact/hooks";
import { tell } from "../../shared/notices";
import { Choice } from "../forms/fields";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import { useBounds } from "./book";
import { ConfigFields } from "./config-fields";
import { books } from "./new-table";
import type { Part } from "./one-table";
import { configFrom, fitted, typedFrom } from "./typed-config";

export function OpenAgain({ told, done }: Part) {
  const [book, setBook] = useState(told.ruleset);
  const [typed, setTyped] = useState(() => typedFrom(told.config));
  const bounds = useBounds(book);
  if (!bounds) return <p class="dim">One moment…</p>;
  const shown = fitted(typed, bounds);
  const send = async (id: string) => {
    // Named, the book is taken in its edition of today; unnamed, the table stays under the edition that it had.
    await order(id, told.table, { type: "OpenTable", config: configFrom(shown), ruleset: book === told.ruleset ? null : book });
    tell(`Table ${told.table} is open.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Open the table again">
      <h2>The table is closed: open it again</h2>
      <Form long action="Open the table" submit={send}>
        <div class="fields">
          <Choice broad label="Book of rules" value={book} of={books()} put={setBook} />
        </div>
        <ConfigFields typed={shown} put={(change) => setTyped({ ...shown, ...change })} bounds={bounds} />
      </Form>
    </section>
  );
}
