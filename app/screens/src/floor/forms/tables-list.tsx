// The tables of the house to choose from, whoever keeps them.

import { get } from "../../shared/api";
import { Link } from "../link";
import { phaseName } from "../words";
import { useAsked } from "./asked";
import { Told } from "./two-parts";

const ASKS_EVERY_MS = 3000;

export const useTables = () => useAsked("tables", () => get("/api/v1/tables"), ASKS_EVERY_MS);

export function TablesList({ tab, chosen }: { tab: string; chosen: string | undefined }) {
  const tables = useTables();
  return (
    <Told of={tables}>
      {(told) => (
        <ul class="choices" aria-label="Tables">
          {told.tables.length === 0 && <li class="dim">No table has been set up yet.</li>}
          {told.tables.map((table) => (
            <li key={table.number}>
              <Link to={[tab, table.number]} current={table.number === chosen}>
                <strong>Table {table.number}</strong>
                <span>{table.phase ? phaseName(table.phase) : table.kept ? `at ${table.kept}` : "nobody keeps it now"}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Told>
  );
}
