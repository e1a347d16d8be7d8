// The chips in a table's tray: counted in, filled, credited, counted out; and the cash of the drop box. What the record
// expects to lie there is told to nobody who counts.

import { TablesList } from "../forms/tables-list";
import type { TabProps } from "../tabs";
import { OneFloat } from "./one-float";

export default function FloatTab({ rest: [number] }: TabProps) {
  return (
    <>
      <header class="tab-head">
        <h1>Float</h1>
        <span class="dim">Two people sign everything here. One of them is a supervisor.</span>
      </header>
      <div class="two-parts narrow-list">
        <TablesList tab="float" chosen={number} />
        <div class="the-chosen">
          {number === undefined ? <p class="dim">Choose a table.</p> : <OneFloat key={number} number={number} />}
        </div>
      </div>
    </>
  );
}
