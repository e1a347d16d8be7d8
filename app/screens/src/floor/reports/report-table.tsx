// A report as a table.

import { type Cell, isFigure, type Report, shown } from "./cells";

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
