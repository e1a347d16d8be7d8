// A copy of the round: its acts on the left, on the right the table as it would be. Every change is settled anew by the
// server; what cannot be done says which step, why, and by which clause.

import { useState } from "preact/hooks";
import { Layout } from "../../table/layout";
import { spaced } from "../../words";
import type { Correction } from "../correction";
import { Figures } from "../figures";
import type { Preview } from "../types";
import { Offers } from "./offers";
import { StepLine } from "./step-line";
import { dragged } from "./dragging";

export function Editor({ correction }: { correction: Correction }) {
  const { sequence } = correction;
  const found = correction.preview.value;
  const [chosen, choose] = useState<number | null>(null);
  if (!found) return null;
  return (
    <div class="editor">
      <section aria-label="What was done, in order">
        <Tools correction={correction} />
        <Words correction={correction} />
        <ol class={dragged.value ? "acts dragging" : "acts"}>
          {sequence.items.value.map((item, index) => (
            <StepLine
              key={item.key} correction={correction} item={item} at={index} found={found}
              chosen={chosen === item.key} choose={() => choose(chosen === item.key ? null : item.key)}
            />
          ))}
        </ol>
        <End correction={correction} found={found} />
      </section>
      <section aria-label="The table as it would be">
        <h2>The table as it would be</h2>
        <Layout view={{ dealer: found.becomes }} />
        {!found.seal && <p class="as-far">The money as far as the list goes:</p>}
        <Figures money={found.money} sum={found.sum_cents} />
      </section>
    </div>
  );
}

function Tools({ correction }: { correction: Correction }) {
  const { sequence } = correction;
  const found = correction.preview.value;
  const refused = correction.refused.value;
  return (
    <div class="editor-tools">
      <h2>What was done, in order</h2>
      <div class="row">
        <button type="button" disabled={!sequence.canUndo.value} onClick={() => void correction.edited(() => sequence.undo())}>
          Undo
        </button>
        <button type="button" disabled={!sequence.changed.value} onClick={() => void correction.edited(() => sequence.again())}>
          As recorded
        </button>
        <button type="button" class="primary" disabled={!found?.seal || !(sequence.changed.value || correction.endsHold) || correction.busy.value} onClick={() => correction.toSign()}>
          Difference and signatures
        </button>
      </div>
      {refused && <p class="error" role="alert">{refused.message}</p>}
      {found?.refused && found.refused.step === null && <p class="warn" role="status">{found.refused.message}</p>}
    </div>
  );
}

function Words({ correction }: { correction: Correction }) {
  return (
    <label class="words">
      Why, in words for the record
      <input
        value={correction.words.value} maxLength={200} placeholder={correction.reason.value === "other" ? "" : spaced(correction.reason.value)}
        onInput={(event) => (correction.words.value = event.currentTarget.value)}
        onChange={() => void correction.edited(() => undefined)}
      />
    </label>
  );
}

/** Behind the last act: the cards that have no place yet, and what may come next. */
function End({ correction, found }: { correction: Correction; found: Preview }) {
  const items = correction.sequence.items.value;
  const stuck = found.refused !== null && found.refused.step !== null;
  if (stuck) return null;
  return (
    <div class="acts-end">
      {found.left.length > 0 && <p class="warn">No place yet: {found.left.join(", ")}</p>}
      {found.over.length > 0 && <p class="warn">Too many: {found.over.join(", ")}</p>}
      {(found.left.length > 0 || found.questions.length > 0) && (
        <Offers
          title={found.left.length > 0 ? "What comes next" : "What may have come next, and is not recorded"} found={found} removed={correction.sequence.removed.value}
          take={(offer) => void correction.edited(() => correction.sequence.insert(items.length, offer.act, offer.words))}
        />
      )}
    </div>
  );
}
