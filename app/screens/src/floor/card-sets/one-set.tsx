// One set: where it is, and what may come next.

import { useState } from "preact/hooks";
import { post } from "../../shared/api";
import { tell } from "../../shared/notices";
import { hasRole } from "../../shared/session";
import { countFrom } from "../forms/amounts";
import { Text, Tick } from "../forms/fields";
import { Form } from "../forms/form";
import { Signatures, signing, useSigners } from "../forms/signatures";
import { TableChoice } from "../forms/table-choice";
import { type CardSet, mismatch, stateOf } from "./words";

interface Part {
  set: CardSet;
  done: () => Promise<void>;
}

export function OneSet({ set, done }: Part) {
  const supervises = hasRole("supervisor");
  const ends = set.state === "sealed" || set.state === "counted_out";
  return (
    <>
      <header class="panel">
        <h2>Set {set.id}</h2>
        <dl class="facts">
          <dt>Where</dt>
          <dd>{stateOf(set)}</dd>
          <dt>Colour</dt>
          <dd>{set.colour}</dd>
          <dt>Decks</dt>
          <dd>
            {set.decks} ({set.decks * 48} cards)
          </dd>
          <dt>Seal</dt>
          <dd>{set.state === "sealed" && supervises ? "read it from the set when you issue it" : set.seal}</dd>
        </dl>
        {mismatch(set) && (
          <p class="note-well" role="status">
            <strong>{mismatch(set)}.</strong> An alarm was raised for it.
          </p>
        )}
      </header>
      {supervises && set.state === "sealed" && <Issue set={set} done={done} />}
      {supervises && set.state === "in_use" && <Return set={set} done={done} />}
      {supervises && (set.state === "returned" || set.state === "counted_out") && <Count set={set} done={done} />}
      {(supervises || hasRole("auditor")) && ends && <Destroy set={set} done={done} />}
    </>
  );
}

function Issue({ set, done }: Part) {
  const [chosen, choose] = useState("");
  const [seal, setSeal] = useState("");
  const send = async (id: string) => {
    await post("/api/v1/card-sets/{set_id}/issue", { path: { set_id: set.id }, body: { id, table: chosen, seal: seal.trim() } });
    tell(`Set ${set.id} goes to table ${chosen}.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Issue">
      <h2>Issue it to a table</h2>
      <Form action="Issue it" submit={send} disabled={!chosen || !seal.trim()}>
        <div class="fields">
          <TableChoice label="To table" value={chosen} put={choose} />
          <Text label="Seal" value={seal} put={setSeal} hint="Read from the set now, its seal whole" />
        </div>
      </Form>
    </section>
  );
}

function Return({ set, done }: Part) {
  const [whole, setWhole] = useState(false);
  const [seal, setSeal] = useState("");
  const send = async (id: string) => {
    await post("/api/v1/card-sets/{set_id}/return", { path: { set_id: set.id }, body: { id, seal: whole ? seal.trim() : null } });
    tell(`Set ${set.id} is back.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Take back">
      <h2>Take it back</h2>
      <Form action="Take it back" submit={send} disabled={whole && !seal.trim()}>
        <p>When the table has given it up: another set was brought, or the table is closed.</p>
        <Tick label="It was never brought: its seal is whole" value={whole} put={setWhole} />
        {whole && (
          <div class="fields">
            <Text label="Seal" value={seal} put={setSeal} hint="Read again; it goes back to the store as it came" />
          </div>
        )}
      </Form>
    </section>
  );
}

function Count({ set, done }: Part) {
  const [cards, setCards] = useState("");
  const signers = useSigners();
  const send = async (id: string) => {
    const counted = countFrom("Cards", cards);
    await signing(signers, (signed_by) =>
      post("/api/v1/card-sets/{set_id}/count", { path: { set_id: set.id }, body: { id, cards: counted, signed_by } }),
    );
    tell(`Set ${set.id} is counted.`);
    setCards("");
    await done();
  };
  return (
    <section class="panel" aria-label="Count">
      <h2>{set.state === "returned" ? "Count it" : "Count it again"}</h2>
      <Form action="Enter the count" submit={send} disabled={!cards.trim()}>
        <div class="fields">
          <Text label="Cards" mode="numeric" value={cards} put={setCards} hint="As many as two people counted" />
        </div>
        <Signatures of={signers} />
      </Form>
    </section>
  );
}

function Destroy({ set, done }: Part) {
  const signers = useSigners();
  const send = (id: string) =>
    signing(signers, async (signed_by) => {
      await post("/api/v1/card-sets/{set_id}/destroy", { path: { set_id: set.id }, body: { id, signed_by } });
      tell(`Set ${set.id} is destroyed, and stands in the log.`);
      await done();
    });
  return (
    <section class="panel" aria-label="Destroy">
      <details>
        <summary>Enter that it was destroyed</summary>
        <Form action="It was destroyed" submit={send} check={signers.signedBy} sure={`Set ${set.id} is no more. This is not taken back.`}>
          <Signatures of={signers} note="Both have seen it." />
        </Form>
      </details>
    </section>
  );
}
