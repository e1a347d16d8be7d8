// A table's float: whether it is open, and what is done with it.

import { useState } from "preact/hooks";
import { get } from "../../shared/api";
import { hasRole } from "../../shared/session";
import { useAsked } from "../forms/asked";
import { Told } from "../forms/two-parts";
import { Entry } from "./entry";
import { type Way, WAYS, waysOf } from "./ways";

const ASKS_EVERY_MS = 2000;

export function OneFloat({ number }: { number: string }) {
  const asked = useAsked(number, () => get("/api/v1/tables/{number}/config", { path: { number } }), ASKS_EVERY_MS);
  const [chosen, choose] = useState<Way | null>(null);
  return (
    <Told of={asked}>
      {(told) => {
        const ways = waysOf(told.float_open, hasRole("supervisor"));
        const way = chosen && ways.includes(chosen) ? chosen : ways[0]!;
        return (
          <section class="panel" aria-label={`The float of table ${number}`}>
            <h2>
              Table {number}: the float is {told.float_open ? "open" : "not open"}
            </h2>
            <div class="ways-of" role="group" aria-label="What is done">
              {ways.map((each) => (
                <button key={each} type="button" aria-pressed={each === way} onClick={() => choose(each)}>
                  {WAYS[each].name}
                </button>
              ))}
            </div>
            <Entry key={way} table={number} way={way} chips={told.config.chips_cents} done={asked.again} />
          </section>
        );
      }}
    </Told>
  );
}
