// The final rounds are announced, where the book has that.

import { tell } from "../../shared/notices";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import { useBounds } from "./book";
import type { Part } from "./one-table";

export function Announce({ told, done }: Part) {
  const rounds = useBounds(told.ruleset)?.final_rounds ?? 0;
  if (rounds === 0) return <p class="dim">The book of this table has no announced final rounds.</p>;
  const send = async (id: string) => {
    await order(id, told.table, { type: "AnnounceFinalRounds" });
    tell("The final rounds are announced.");
    await done();
  };
  return (
    <section class="panel" aria-label="Final rounds">
      <h2>Final rounds</h2>
      <Form action="Announce the final rounds" submit={send} sure="It is not taken back.">
        <p>By the book the last {rounds} rounds of the day are announced to the players.</p>
      </Form>
    </section>
  );
}
