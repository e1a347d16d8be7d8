// The badge that says whether the round that is looked at is as it was recorded: worked out in this browser.

import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { serverNow } from "../../shared/clock";
import { Dialog } from "../../shared/dialog";
import { asProblem, inWords } from "../../shared/problem";
import { useState } from "preact/hooks";
import { type Proof, type Stretch, verifyStretch } from "./verify";

type Shown = { state: "working"; done: number; of: number } | { state: "failed"; words: string } | Proof;
const shown = signal<Shown | null>(null);
/** What is not signed yet is looked at again by itself. */
const SIGNED_SOON_MS = 20_000;
const SETTLES_MS = 250;
let about: object | null = null;

/** The rows that were hashed here, of the stretch that is looked at. */
export const hashed = computed(() => (shown.value && "rows" in shown.value ? shown.value.rows : null));

async function prove(stretch: Stretch): Promise<void> {
  const mine = (about = {});
  const tell = (value: Shown) => {
    if (about === mine) shown.value = value;
  };
  tell({ state: "working", done: 0, of: stretch.events.length });
  // Whoever goes from round to round does not want them all proved: the last one is, and others are given up.
  await new Promise((settled) => setTimeout(settled, SETTLES_MS));
  if (about !== mine) return;
  try {
    tell(
      await verifyStretch(stretch, serverNow() * 1000, (done, of) => {
        if (about !== mine) throw new Error("something else is looked at");
        tell({ state: "working", done, of });
      }),
    );
  } catch (thrown) {
    tell({ state: "failed", words: inWords(asProblem(thrown)) });
  }
}

export function ProofBadge({ table, events, closed }: Stretch) {
  const [open, setOpen] = useState(false);
  const again = () => void prove({ table, events, closed });
  useEffect(again, [table, events[0]?.version, events[events.length - 1]?.version, closed]);
  const proof = shown.value;
  const waits = proof?.state === "unchanged" && proof.unsigned > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(again, SIGNED_SOON_MS);
    return () => clearTimeout(timer);
  }, [proof]);
  if (!proof) return null;
  return (
    <>
      <button type="button" class={`badge is-${looks(proof)}`} data-proof={proof.state} onClick={() => setOpen(true)}>
        {summary(proof)}
      </button>
      {open && (
        <Dialog title="Proof, worked out in this browser" close={() => setOpen(false)}>
          <Details proof={proof} again={again} />
        </Dialog>
      )}
    </>
  );
}

/** What is no more than unsigned is amber; what should have been signed by now is red. */
function looks(proof: Shown): string {
  if (proof.state !== "unchanged" || proof.unsigned === 0) return proof.state;
  return proof.overdue ? "changed" : "unsigned";
}

function summary(proof: Shown): string {
  switch (proof.state) {
    case "working":
      return `Checking ${proof.done} of ${proof.of}…`;
    case "failed":
      return "? Not checked";
    case "unchanged":
      if (proof.overdue) return `✗ ${proof.unsigned} NOT SIGNED in time`;
      if (proof.unsigned) return `No change found; ${proof.unsigned} not signed yet`;
      return proof.late ? `Unchanged since signed; ${proof.late} signed late` : "✓ Unchanged";
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
    {proof.late > 0 && (
      <p>
        {proof.late} events were first signed more than two minutes after they were recorded: what was done to them in between, no signature
        says.
      </p>
    )}
    {proof.overdue && (
      <p class="error">
        {proof.unsigned} events have no signature behind them, and should: the signer was stopped, or they were written past it. Run the
        verification of the whole record.
      </p>
    )}
    {proof.unsigned > 0 && !proof.overdue && <p>The last {proof.unsigned} events have no signature behind them yet: until then whoever owns the database could write them
        anew. One comes within a minute, and they are checked again by themselves.</p>}
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
