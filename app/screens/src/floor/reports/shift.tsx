// A table's gaming day on one page, to be printed and signed.

import { useState } from "preact/hooks";
import { get } from "../../shared/api";
import { useAsked } from "../forms/asked";
import { DayField } from "../forms/day-field";
import { TableChoice } from "../forms/table-choice";
import { Told } from "../forms/two-parts";
import { lastTable } from "../here";
import { about } from "../house";
import { ofOneDay, ReportTable } from "./report-table";

export function Shift() {
  const [number, setNumber] = useState(lastTable.value ?? "");
  const [day, setDay] = useState("");
  const of = day || about.value?.gaming_day || "";
  return (
    <>
      <div class="panel fields no-print" role="group" aria-label="Which shift">
        <TableChoice label="Table" value={number} put={setNumber} />
        <DayField label="Gaming day" value={of} put={setDay} />
        <div class="row at-the-end">
          <button type="button" class="primary" disabled={!number} onClick={() => print()}>
            Print
          </button>
          {number && (
            <a class="as-button" href={`/api/v1/reports/shift/${encodeURIComponent(number)}/${of}?format=text`} target="_blank" rel="noopener">
              As plain text
            </a>
          )}
        </div>
      </div>
      {number && of && <Page key={`${number} ${of}`} number={number} day={of} />}
    </>
  );
}

function Page({ number, day }: { number: string; day: string }) {
  const asked = useAsked(`${number} ${day}`, () => get("/api/v1/reports/shift/{number}/{day}", { path: { number, day } }));
  return (
    <Told of={asked}>
      {(shift) => (
        <article class="shift">
          <h2>
            Table {shift.table}, gaming day {shift.day}
          </h2>
          {shift.parts.map((part) => (
            <section key={part.title} aria-label={part.title}>
              <h3>{part.title}</h3>
              <ReportTable report={ofOneDay(part)} />
            </section>
          ))}
          <p class="only-print signed-below">Signed:</p>
        </article>
      )}
    </Told>
  );
}
