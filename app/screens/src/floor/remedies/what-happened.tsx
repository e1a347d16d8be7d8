// What happened, by the book's own list; and what may be done about it. What the book forbids is grey, with the clause.

import { useState } from "preact/hooks";
import { Link } from "../link";
import { sentence, spaced } from "../words";
import type { Correction, Plan } from "./correction";
import { scopeName, targetName } from "./naming";
import type { Allowed } from "./types";

export function WhatHappened({ correction }: { correction: Correction }) {
  const allowed = correction.allowed.value;
  if (!allowed) return null;
  const reasons = [...new Set([...(allowed.held ? [allowed.held] : []), ...allowed.voids.map((each) => each.reason)])];
  return (
    <div class="what">
      {allowed.held && (
        <p class="warn">
          The table holds: {spaced(allowed.held)}. <Link to={["tables", correction.table]}>What else may be done about it</Link>
        </p>
      )}
      <fieldset class="reasons">
        <legend>What happened?</legend>
        {reasons.map((reason) => (
          <label key={reason} class={correction.reason.value === reason ? "reason chosen" : "reason"}>
            <input
              type="radio" name="reason" value={reason} checked={correction.reason.value === reason}
              onChange={() => (correction.reason.value = reason)}
            />
            {reason === "other" ? "Something else" : sentence(spaced(reason))}
          </label>
        ))}
      </fieldset>
      {correction.reason.value && <WhatMayBeDone correction={correction} allowed={allowed} />}
    </div>
  );
}

function WhatMayBeDone({ correction, allowed }: { correction: Correction; allowed: Allowed }) {
  const voids = allowed.voids.filter((each) => each.reason === correction.reason.value);
  const { reconstruct } = allowed;
  return (
    <section aria-label="What may be done">
      <h2>What may be done</h2>
      <ul class="plain-list options">
        <Way words={scopeName("reconstruct")} {...reconstruct} take={() => void correction.choose({ scope: "reconstruct", target: null })} />
        {voids.map((each) => (
          <Way
            key={each.scope} words={scopeName(each.scope)} {...each}
            take={() => void correction.choose({ scope: each.scope as Plan["scope"], target: null })}
            targets={each.targets.map((target) => ({
              words: targetName(target),
              take: () => void correction.choose({ scope: each.scope as Plan["scope"], target }),
            }))}
          />
        ))}
      </ul>
    </section>
  );
}

interface WayProps {
  words: string;
  allowed: boolean;
  clause: string | null;
  message: string | null;
  take: () => void;
  targets?: readonly { words: string; take: () => void }[];
}

function Way({ words, allowed, clause, message, take, targets = [] }: WayProps) {
  const [open, setOpen] = useState(false);
  const which = targets.length > 0;
  return (
    <li>
      <button type="button" disabled={!allowed} aria-expanded={which ? open : undefined} onClick={() => (which ? setOpen(!open) : take())}>
        <span>
          {words}
          {!allowed && message && <small>{message}</small>}
        </span>
        <span class="clause">{allowed ? clause : clause ? `forbidden by ${clause}` : "not possible"}</span>
      </button>
      {allowed && open && (
        <div class="row targets" role="group" aria-label="Which">
          {targets.map((target) => (
            <button key={target.words} type="button" onClick={target.take}>
              {target.words}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
