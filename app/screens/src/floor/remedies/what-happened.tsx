// What happened, by the book's own list.

import { bookOf, troubleName } from "../book";
import { Link } from "../link";
import type { Correction } from "./correction";
import type { Allowed } from "./types";
import { WhatMayBeDone } from "./what-may-be-done";

const OTHER = "other";

/** What holds the table, what the book has voids for, all else that it knows, and the rest. */
function reasonsOf(allowed: Allowed, known: Iterable<string>): readonly string[] {
  const voids = allowed.voids.map((each) => each.reason);
  const all = new Set([...(allowed.held ? [allowed.held] : []), ...voids, ...known]);
  all.delete(OTHER);
  return [...all, OTHER];
}

export function WhatHappened({ correction }: { correction: Correction }) {
  const allowed = correction.allowed.value;
  const book = bookOf(allowed?.ruleset);
  if (!allowed) return null;
  const known = [...book.irregularities.values()].filter((each) => each.rulings.length > 0).map((each) => each.code);
  return (
    <div class="what">
      {allowed.held && (
        <p class="warn">
          The table holds: {troubleName(book, allowed.held)}.{" "}
          <Link to={["tables", correction.table]}>What else may be done about it</Link>
        </p>
      )}
      <fieldset class="reasons">
        <legend>What happened?</legend>
        {reasonsOf(allowed, known).map((reason) => (
          <label key={reason} class={correction.reason.value === reason ? "reason chosen" : "reason"}>
            <input
              type="radio" name="reason" value={reason} checked={correction.reason.value === reason}
              onChange={() => (correction.reason.value = reason)}
            />
            {reason === OTHER ? "Something else" : troubleName(book, reason)}
          </label>
        ))}
      </fieldset>
      {correction.reason.value && <WhatMayBeDone correction={correction} allowed={allowed} book={book} />}
    </div>
  );
}
