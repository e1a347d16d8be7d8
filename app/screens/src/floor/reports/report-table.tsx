// A report as a table.

import { type Cell, isFigure, type Report, shown } from "./cells";

/** Of one table's day: what all rows have in common is said above them. */
export function ofOneDay(report: Report): Report {
  const kept = report.columns.flatMap((column, index) => (["day", "table"].includes(column.name) ? [] : [index]));
  const cells = (row: readonly Cell[]) => kept.map((index) => timeOnly(row[index] ?? null, report.columns[index]!.kind));
  return {
    ...report,
    columns: kept.map((index) => report.columns[index]!),
    rows: report.rows.map(cells),
    // The word stands in the first cell, which may be gone.
    totals: report.totals.length ? cells(report.totals).map((cell, index) => (index === 0 && cell === null ? "Total" : cell)) : [],
  };
}

const timeOnly = (cell: string | number | null, kind: string) =>
  kind === "time" && typeof cell === "string" ? cell.replace(/^\d{4}-\d\d-\d\d /, "") : cell;

export function ReportTable({ report }: { report: Report }) {
  if (report.rows.length === 0) return <p class="dim">None.</p>;
  return (
    <div class="scrolled" tabIndex={0} role="group" aria-label={report.title}>
      <table class="rows report">
        <thead>
          <tr>
            {report.columns.map((column) => (
              <th key={column.name} scope="col" class={isFigure(column) ? "figure" : ""}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row, index) => (
            <Row key={index} row={row} report={report} />
          ))}
        </tbody>
        {report.totals.length > 0 && (
          <tfoot>
            <Row row={report.totals} report={report} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

const Row = ({ row, report }: { row: readonly Cell[]; report: Report }) => (
  <tr>
    {report.columns.map((column, index) => (
      <td key={column.name} class={isFigure(column) ? "figure" : ""}>
        {shown(row[index], column)}
      </td>
    ))}
  </tr>
);
