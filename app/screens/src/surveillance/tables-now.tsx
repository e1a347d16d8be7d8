// The tables that play now, each a way into its newest moment.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, type Schemas } from "../shared/api";
import { trying } from "../shared/notices";
import { open } from "./address";

const tables = signal<readonly Schemas["TableListed"][]>([]);

export function TablesNow() {
  useEffect(() => void trying(async () => (tables.value = (await get("/api/v1/tables")).tables)), []);
  return (
    <nav class="tables-now" aria-label="Tables">
      {tables.value.map((table) => (
        <button key={table.number} type="button" disabled={table.version === 0} onClick={() => open({ table: table.number, version: table.version, view: "dealer" })}>
          Table {table.number} <small>{table.phase?.replaceAll("_", " ") ?? "elsewhere"}</small>
        </button>
      ))}
    </nav>
  );
}
