// Voids and reconstructions that one person has signed, at whatever screen: a second one looks at the very same and signs.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get } from "../../shared/api";
import { ago } from "../../shared/clock";
import { difference } from "../../shared/money";
import { trying } from "../../shared/notices";
import { tables } from "../house";
import { plural } from "../words";
import { reasonOf, whatName } from "./naming";
import { SecondSignature } from "./second-signature";
import type { Remedy, Waiting } from "./types";

const looking = signal<{ table: string; waiting: Waiting } | null>(null);

/** What somebody looks at stays, though it waits no more: that it has changed is said at the signature. */
export function Looking() {
  const close = () => (looking.value = null);
  useEffect(() => close as () => void, []);
  const at = looking.value;
  return at && <SecondSignature key={at.waiting.seal} {...at} close={close} />;
}

export function WaitingOfAll() {
  const numbers = tables.value.filter((table) => table.remedies_waiting > 0).map((table) => table.number);
  return (
    <section class="panel" aria-label="Waiting for a second signature">
      <h2>Waiting for a second signature</h2>
      {numbers.length === 0 && <p class="dim">Nothing waits.</p>}
      {numbers.map((number) => (
        <WaitingAt key={number} table={number} />
      ))}
    </section>
  );
}

/** What waits at one table; asked again whenever something happens there. */
export function WaitingAt({ table }: { table: string }) {
  const [found, setFound] = useState<readonly Waiting[]>([]);
  const version = tables.value.find((each) => each.number === table)?.version;
  useEffect(() => {
    void trying(async () => setFound((await get("/api/v1/tables/{number}/remedies", { path: { number: table } })).remedies));
  }, [table, version]);
  return (
    <ul class="plain-list">
      {found.map((each) => (
        <Line key={each.seal} table={table} waiting={each} look={() => (looking.value = { table, waiting: each })} />
      ))}
    </ul>
  );
}

function Line({ table, waiting, look }: { table: string; waiting: Waiting; look: () => void }) {
  const moved = waiting.difference.filter((each) => each.account === "bettor");
  return (
    <li class="waiting" data-seal={waiting.seal}>
      <div>
        <b>
          Table {table}, round {waiting.round}: {whatName(waiting.what)}
        </b>{" "}
        <span class="clause">{waiting.clause}</span>
        <p>
          {reasonOf(waiting.remedy as Remedy)}.{" "}
          {moved.length ? moved.map((each) => `${each.player} ${difference(each.cents)}`).join(", ") : "No money changes"}
        </p>
        <p class="dim">
          Signed by {waiting.signed_by.join(", ")}
          {waiting.since_us !== null && `, ${ago(waiting.since_us)} ago`}. {plural(1, "signature")} missing.
        </p>
        {!waiting.signable && <p class="warn">{waiting.refused?.message ?? "It is not as it was signed any more."} Propose it anew.</p>}
      </div>
      <button type="button" class="primary" disabled={!waiting.signable} onClick={look}>
        Look and sign
      </button>
    </li>
  );
}
