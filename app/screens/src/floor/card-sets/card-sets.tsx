// Sets of cards: from their seal to their end.

import { useState } from "preact/hooks";
import { get } from "../../shared/api";
import { hasRole } from "../../shared/session";
import { useAsked } from "../forms/asked";
import { Choice, Text } from "../forms/fields";
import { FirstOf } from "../forms/first-of";
import { Told, TwoParts } from "../forms/two-parts";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { OneSet } from "./one-set";
import { Receive } from "./receive";
import { type CardSet, mismatch, STATES, stateOf } from "./words";

/** No set has this name: it begins with a letter or a digit. */
const NEW = "+";
type Wanted = "all" | CardSet["state"];
const WANTED = [["all", "All"], ...Object.entries(STATES)] as [Wanted, string][];

export default function CardSets({ rest: [chosen] }: TabProps) {
  const asked = useAsked("card-sets", () => get("/api/v1/card-sets"), 3000);
  return (
    <>
      <header class="tab-head">
        <h1>Sets of cards</h1>
        {hasRole("supervisor") && (
          <Link to={["cards", NEW]} class="as-button primary">
            Receive a set
          </Link>
        )}
      </header>
      <Told of={asked}>
        {({ card_sets: sets }) => {
          const set = sets.find((each) => each.id === chosen);
          return (
            <TwoParts
              list={<Listed sets={sets} chosen={chosen} />}
              chosen={
                <>
                  {chosen === NEW && hasRole("supervisor") && <Receive done={asked.again} empty={sets.length === 0} />}
                  {set && <OneSet key={set.id} set={set} done={asked.again} />}
                  {chosen !== undefined && chosen !== NEW && !set && <p role="status">Set {chosen} is not in the house (any more).</p>}
                </>
              }
            />
          );
        }}
      </Told>
    </>
  );
}

function Listed({ sets, chosen }: { sets: readonly CardSet[]; chosen: string | undefined }) {
  const [wanted, setWanted] = useState<Wanted>("all");
  const [text, setText] = useState("");
  const found = sets.filter((set) => (wanted === "all" || set.state === wanted) && textOf(set).includes(text.trim().toLowerCase()));
  return (
    <>
      <div class="fields">
        <Choice label="Show" value={wanted} put={setWanted} of={WANTED} />
        <Text label="Find" type="search" value={text} put={setText} />
      </div>
      <ul class="choices" aria-label="Sets of cards">
        <FirstOf of={found} none={sets.length === 0 ? "The house keeps no register: tables bring any set." : "None is found."} show={(set) => (
          <li key={set.id}>
            <Link to={["cards", set.id]} current={set.id === chosen}>
              <span>
                <strong>{set.id}</strong> <span class="dim">{set.colour}, {set.decks} decks</span>
              </span>
              <span>
                {stateOf(set)} {mismatch(set) && <strong class="bad">{mismatch(set)}</strong>}
              </span>
            </Link>
          </li>
        )} />
      </ul>
    </>
  );
}

const textOf = (set: CardSet): string => [set.id, set.seal, set.colour, set.table ?? ""].join(" ").toLowerCase();
