// Alarms of this gaming day that are done: who looked after each, and what was found.

import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { trying } from "../../shared/notices";
import { hasRole } from "../../shared/session";
import { alarms } from "../house";
import { spaced } from "../words";

type Report = Schemas["Report-Output"];
const SHOWN = ["time", "table", "kind", "words", "owner", "done", "found"];

export function Earlier() {
  const [report, setReport] = useState<Report | null>(null);
  const open = alarms.value.length;
  const may = hasRole("supervisor") || hasRole("surveillance");
  useEffect(() => {
    if (may) void trying(async () => setReport((await get("/api/v1/reports/{report}", { path: { report: "alarms" } })) as Report));
  }, [open, may]);
  if (!report) return null;
  const done = report.columns.findIndex((column) => column.name === "done");
  const rows = report.rows.filter((row) => row[done] !== null).reverse();
  return (
    <section aria-label="Acknowledged today">
      <h2>Acknowledged today</h2>
      {rows.length === 0 ? <p class="dim">None yet.</p> : <Rows columns={report.columns} rows={rows} />}
    </section>
  );
}

function Rows({ columns, rows }: Pick<Report, "columns" | "rows">) {
  const shown = SHOWN.map((name) => columns.findIndex((column) => column.name === name));
  return (
    <table class="rows">
      <thead>
        <tr>
          {shown.map((index) => (
            <th key={index} scope="col">
              {columns[index]?.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[0])}>
            {shown.map((index) => (
              <td key={index}>{columns[index]?.name === "kind" ? spaced(String(row[index])) : row[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
