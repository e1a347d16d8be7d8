// Rounds that were dealt on paper while no server was there, entered by two people.

import { useState } from "preact/hooks";
import { tell } from "../../shared/notices";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { order } from "../forms/ordering";
import { Signatures, signing, useSigners } from "../forms/signatures";
import type { Part } from "./one-table";

export function PaperRounds(part: Part) {
  return (
    <section class="panel" aria-label="Rounds on paper">
      <h2>Rounds on paper</h2>
      {part.told.paper ? <End {...part} /> : <Begin {...part} />}
    </section>
  );
}

function Begin({ told, done }: Part) {
  const [reason, setReason] = useState("");
  const signers = useSigners();
  const send = (id: string) =>
    signing(signers, async (signedBy) => {
      // Who signs is put in by the server.
      await order(id, told.table, { type: "BeginPaper", reason: reason.trim() }, signedBy);
      tell("Rounds are entered from paper now.");
      await done();
    });
  return (
    <>
      <p class="note-well">
        For rounds that were dealt while the server was away. Until you end it, every round at this table is marked as entered from
        paper with both your names, cards are typed, the sign says that play is paused, and what the shoe tells is kept and not
        played. So: only while nobody plays, and with the slips at hand.
      </p>
      <Form action="Begin" label="Begin rounds on paper" submit={send} disabled={!reason.trim()}>
        <Text label="Why the rounds were on paper" wide value={reason} put={setReason} hint="Such as: no power from 02:10 to 02:40" />
        <Signatures of={signers} />
      </Form>
    </>
  );
}

function End({ told, done }: Part) {
  const send = async (id: string) => {
    await order(id, told.table, { type: "EndPaper" });
    tell("The shoe is listened to again.");
    await done();
  };
  const { by, reason } = told.paper!;
  return (
    <Form
      action="End the rounds on paper" submit={send}
      sure="From now on what the shoe tells is played. Do it when all slips are entered and the shoe has told all that it kept."
    >
      <p>
        {by.join(" and ")} enter rounds from paper: {reason}
      </p>
    </Form>
  );
}
