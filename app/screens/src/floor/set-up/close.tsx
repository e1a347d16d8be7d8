// The table closes: with a reason, between rounds, its float counted out.

import { useState } from "preact/hooks";
import { tell } from "../../shared/notices";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import type { Part } from "./one-table";

const SURE = "The shoe is emptied, every set of cards leaves the table, and the dealer and the players leave it too.";

export function Close({ told, done }: Part) {
  const [reason, setReason] = useState("");
  const send = async (id: string) => {
    await order(id, told.table, { type: "CloseTable", reason: reason.trim() });
    tell(`Table ${told.table} is closed.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Close the table">
      <h2>Close the table</h2>
      {told.float_open && <p class="note-well">Its float is open: count it out first, under Float.</p>}
      <Form action="Close the table" submit={send} sure={SURE} disabled={!reason.trim()}>
        <Text label="Why" wide value={reason} put={setReason} hint="Stands in the record, such as: end of the shift" />
      </Form>
    </section>
  );
}
