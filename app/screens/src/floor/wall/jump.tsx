// On a long wall: straight to a table by its number. No table is left out for it: one that needs somebody is never hidden.

import { useState } from "preact/hooks";
import { hasRole } from "../../shared/session";
import { go } from "../route";

/** So many are found at a glance. */
const FEW = 9;

export function Jump({ numbers }: { numbers: readonly string[] }) {
  const [wanted, setWanted] = useState("");
  const [missing, setMissing] = useState("");
  if (numbers.length <= FEW || !(hasRole("supervisor") || hasRole("surveillance"))) return null;
  const jump = (event: Event) => {
    event.preventDefault();
    const number = wanted.trim();
    if (numbers.includes(number)) go("tables", number);
    else setMissing(number);
  };
  return (
    <form class="row jump" onSubmit={jump}>
      <label>
        Go to table{" "}
        <input value={wanted} size={5} inputMode="numeric" autocomplete="off" onInput={(event) => setWanted(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={!wanted.trim()}>
        Go
      </button>
      <span role="status" class="warn">{missing && missing === wanted.trim() && `There is no table ${missing} on this wall.`}</span>
    </form>
  );
}
