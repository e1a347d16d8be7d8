// One table: what it does now, and what may be changed about it.

import { useState } from "preact/hooks";
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

type Piece = "config" | "close" | "paper" | "final";
const PIECES: readonly (readonly [Piece, string])[] = [
  ["config", "Limits and options"],
  ["close", "Close the table"],
  ["paper", "Rounds on paper"],
  ["final", "Final rounds"],
];

function WhileOpen(part: Part) {
  const [chosen, choose] = useState<Piece>("config");
  const pieces = PIECES.filter(([piece]) => piece !== "paper" && piece !== "final" ? true : hasRole("supervisor"));
  return (
    <>
      {part.told.round_on && (
        <p class="note-well" role="status">
          A round is on: limits and options change, and the table closes, when it is over. You can fill in the form now.
        </p>
      )}
      <div class="ways-of" role="group" aria-label="What is done">
        {pieces.map(([piece, name]) => (
          <button key={piece} type="button" aria-pressed={piece === chosen} onClick={() => choose(piece)}>
            {name}
          </button>
        ))}
      </div>
      {/* Kept while another one is shown: nothing that was typed is lost. */}
      <div hidden={chosen !== "config"}>
        <ChangeConfig {...part} />
      </div>
      {chosen === "close" && <Close {...part} />}
      {chosen === "paper" && <PaperRounds {...part} />}
      {chosen === "final" && <Announce {...part} />}
    </>
  );
}

const Now = ({ told }: { told: SetUpOf }) => (
  <header class="panel in-line">
    <h2>Table {told.table}</h2>
    <span>{phaseName(told.phase)}</span>
    <span class="dim">{bookTitle(told.ruleset)}</span>
    <span>Float {told.float_open ? "open" : "not open"}</span>
    {hasRole("supervisor") && (
      <>
        <Link to={["tables", told.table]}>Look at the table</Link>
        <Link to={["float", told.table]}>Its float</Link>
      </>
    )}
  </header>
);
