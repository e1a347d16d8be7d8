// One table: what it does now, and what may be changed about it.

import { get, type Schemas } from "../../shared/api";
import { hasRole } from "../../shared/session";
import { useAsked } from "../forms/asked";
import { Told } from "../forms/two-parts";
import { bookTitle } from "../house";
import { Link } from "../link";
import { phaseName } from "../words";
import { Announce } from "./announce";
import { ChangeConfig } from "./change-config";
import { Close } from "./close";
import { OpenAgain } from "./open-again";
import { PaperRounds } from "./paper-rounds";

export type SetUpOf = Schemas["TableSetUp"];
export interface Part {
  told: SetUpOf;
  /** Something was done: ask anew. */
  done: () => Promise<void>;
}
const ASKS_EVERY_MS = 2000;

export function OneTable({ number }: { number: string }) {
  const asked = useAsked(number, () => get("/api/v1/tables/{number}/config", { path: { number } }), ASKS_EVERY_MS);
  return (
    <Told of={asked}>
      {(told) => (
        <>
          <Now told={told} />
          {told.phase === "closed" ? <OpenAgain told={told} done={asked.again} /> : <WhileOpen told={told} done={asked.again} />}
        </>
      )}
    </Told>
  );
}

function WhileOpen(part: Part) {
  const supervises = hasRole("supervisor");
  return (
    <>
      {part.told.round_on && (
        <p class="note-well" role="status">
          A round is on: limits and options change, and the table closes, when it is over. You can fill in the form now.
        </p>
      )}
      <ChangeConfig {...part} />
      {supervises && <Announce {...part} />}
      {supervises && <PaperRounds {...part} />}
      <Close {...part} />
    </>
  );
}

const Now = ({ told }: { told: SetUpOf }) => (
  <header class="panel">
    <h2>Table {told.table}</h2>
    <dl class="facts">
      <dt>Now</dt>
      <dd>{phaseName(told.phase)}</dd>
      <dt>Book</dt>
      <dd>{bookTitle(told.ruleset)}</dd>
      <dt>Float</dt>
      <dd>{told.float_open ? "open" : "not open"}</dd>
    </dl>
    {hasRole("supervisor") && (
      <p class="row">
        <Link to={["tables", told.table]}>Look at the table</Link>
        <Link to={["float", told.table]}>Its float</Link>
      </p>
    )}
  </header>
);
