// Where corrections begin: those that wait for somebody's signature, and the tables.

import { tables } from "../house";
import { Link } from "../link";
import { byNumber } from "../wall/urgency";
import { Looking, WaitingOfAll } from "./waiting";

export function Home() {
  const numbers = tables.value.map((table) => table.number).sort(byNumber);
  return (
    <div class="corrections">
      <h1>Corrections</h1>
      <WaitingOfAll />
      <Looking />
      <section class="panel" aria-label="At which table">
        <h2>Put a round right: at which table?</h2>
        <div class="row">
          {numbers.map((number) => (
            <Link key={number} to={["corrections", number]} class="as-button">
              Table {number}
            </Link>
          ))}
        </div>
      </section>
    </div>
  );
}
