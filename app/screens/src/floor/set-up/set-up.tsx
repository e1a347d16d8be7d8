// Tables: a new one, how one is run, open and closed, rounds from paper.

import { Link } from "../link";
import { TablesList } from "../forms/tables-list";
import type { TabProps } from "../tabs";
import { NewTable } from "./new-table";
import { OneTable } from "./one-table";

/** No table has this number. */
const NEW = "+";

export default function SetUp({ rest: [number] }: TabProps) {
  return (
    <>
      <header class="tab-head">
        <h1>Tables</h1>
        <Link to={["set-up", NEW]} class="as-button primary">
          Set up a new table
        </Link>
      </header>
      <div class="two-parts narrow-list">
        <TablesList tab="set-up" chosen={number} />
        <div class="the-chosen">
          {number === undefined && <p class="dim">Choose a table to change it, or set up a new one.</p>}
          {number === NEW && <NewTable />}
          {number !== undefined && number !== NEW && <OneTable key={number} number={number} />}
        </div>
      </div>
    </>
  );
}
