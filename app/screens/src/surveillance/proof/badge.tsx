// The badge that says whether the round that is looked at is as it was recorded: worked out in this browser.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../shared/dialog";
import { asProblem, inWords } from "../../shared/problem";
import { useState } from "preact/hooks";
import { type Proof, verifyStretch } from "./verify";

type Shown = { state: "working"; done: number; of: number } | { state: "failed"; words: string } | Proof;
const shown = signal<Shown | null>(null);
let about = "";

async function prove(table: string, first: number, last: number): Promise<void> {
  const mine = (about = `${table} ${first} ${last}`);
  const tell = (value: Shown) => {
    if (about === mine) shown.value = value;
  };
  tell({ state: "working", done: 0, of: last - first + 1 });
  try {
    tell(await verifyStretch(table, first, last, (done, of) => tell({ state: "working", done, of })));
  } catch (thrown) {
    tell({ state: "failed", words: inWords(asProblem(thrown)) });
  }
}

export function ProofBadge({ table, first, last }: { table: string; first: number; last: number }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (first && last >= first) void prove(table, first, last);
  }, [table, first, last]);
  const proof = shown.value;
  if (!proof) return null;
  return (
    <>
      <button type="button" class={`badge is-${proof.state}`} data-proof={proof.state} onClick={() => setOpen(true)}>
        {summary(proof)}
      </button>
      {open && (
        <Dialog title="Proof, worked out in this browser" close={() => setOpen(false)}>
          <Details proof={proof} again={() => void prove(table, first, last)} />
        </Dialog>
      )}
    </>
  );
}

function summary(proof: Shown): string {
  switch (proof.state) {
    case "working":
      return `Checking ${proof.done} of ${proof.of}…`;
    case "failed":
      return "? Not checked";
    case "unchanged":
      return proof.unsigned ? `✓ Unchanged; ${proof.unsigned} not signed yet` : "✓ Unchanged";
    case "changed":
      return `✗ CHANGED${proof.findings[0] ? ` at event ${proof.findings[0].version}` : ""}`;
  }
}

function Details({ proof, again }: { proof: Shown; again: () => void }) {
  if (proof.state === "working") return <p>{summary(proof)}</p>;
  return (
    <div class="proof">
      {proof.state === "failed" ? <p class="error">{proof.words}</p> : <Judgement proof={proof} />}
      <button type="button" onClick={again}>
        Check again
      </button>
    </div>
  );
}

const Judgement = ({ proof }: { proof: Proof }) => (
  <>
    <p>
      {proof.events} events were hashed here and compared with their hashes, one following the other; {proof.signatures} signed lines were
      checked with the keys below.
    </p>
    {proof.unsigned > 0 && <p>The last {proof.unsigned} events have no signature behind them yet: one comes within a minute.</p>}
    <ul class="error">
      {proof.findings.map((each) => (
        <li key={`${each.version}${each.words}`}>
          Event {each.version} {each.words}.
        </li>
      ))}
      {proof.lines.map((line) => (
        <li key={line}>The {line}.</li>
      ))}
    </ul>
    <h3>Keys</h3>
    <p class="dim">Compare them with the copy that was given to you on the first day: they come from this server.</p>
    <ul class="mono keys">
      {proof.keys.map((key) => (
        <li key={key.key}>
          {key.key} {key.signs_now ? "(signs now)" : ""} {key.raw}
        </li>
      ))}
    </ul>
  </>
);
