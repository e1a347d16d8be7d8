// Every report that there is, for chosen days and tables, and as a file for a spreadsheet.

import { useState } from "preact/hooks";
import { get, request, type Schemas } from "../../shared/api";
import { useAsked } from "../forms/asked";
import { DayField } from "../forms/day-field";
import { Choice, Ticks } from "../forms/fields";
import { TableChoice } from "../forms/table-choice";
import { Told } from "../forms/two-parts";
import { about } from "../house";
import type { Report } from "./cells";
import { ReportTable } from "./report-table";

type By = "day" | "table" | "shoe" | "dealer";
const BY: readonly (readonly [By, string])[] = [
  ["day", "Day"],
  ["table", "Table"],
  ["shoe", "Shoe"],
  ["dealer", "Dealer"],
];

export function Tables() {
  const listed = useAsked("reports", () => get("/api/v1/reports"));
  return <Told of={listed}>{({ reports }) => (about.value ? <Chosen reports={reports} today={about.value.gaming_day} /> : null)}</Told>;
}

function Chosen({ reports, today }: { reports: readonly Schemas["ReportListed"][]; today: string }) {
  const [name, setName] = useState(reports[0]!.name);
  const [since, setSince] = useState(today);
  const [until, setUntil] = useState(today);
  const [table, setTable] = useState("");
  const [by, setBy] = useState<By[]>(["table"]);
  const query = questionOf({ since, until, table, by: name === "rounds" ? by : [] });
  const address = `/api/v1/reports/${name}?${query}`;
  return (
    <>
      <div class="panel fields" role="group" aria-label="Which report">
        <Choice broad label="Report" value={name} put={setName} of={reports.map((each) => [each.name, each.title] as const)} />
        <DayField label="First gaming day" value={since} put={setSince} />
        <DayField label="Last gaming day" value={until} put={setUntil} hint="31 days at most" />
        <TableChoice label="Table" value={table} put={setTable} none="All" />
        {name === "rounds" && (
          <div class="field wide">
            <Ticks legend="A row for each" of={BY} chosen={by} put={(chosen) => setBy(chosen.length ? chosen : by)} />
          </div>
        )}
      </div>
      <Shown key={address} address={address} />
    </>
  );
}

function questionOf(said: { since: string; until: string; table: string; by: readonly By[] }): string {
  const query = new URLSearchParams();
  if (said.since) query.set("since", said.since);
  if (said.until) query.set("until", said.until);
  if (said.table) query.set("table", said.table);
  for (const each of said.by) query.append("by", each);
  return query.toString();
}

function Shown({ address }: { address: string }) {
  const asked = useAsked(address, async () => (await (await fetchJson(address)).json()) as Report);
  return (
    <Told of={asked}>
      {(report) => (
        <section class="shown-report" aria-label={report.title}>
          <div class="row">
            <h2>{report.title}</h2>
            <a class="as-button" href={`${address}&format=csv`} download>
              Download as CSV
            </a>
            <button type="button" onClick={() => void asked.again()}>
              Ask again
            </button>
          </div>
          <ReportTable report={report} />
        </section>
      )}
    </Told>
  );
}

const fetchJson = (address: string) => request("get", address);
