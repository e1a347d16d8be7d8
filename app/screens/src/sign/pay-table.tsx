// What winning wagers are paid, row by row as the rule book in force has them.

import type { Views } from "../shared/table-feed";

type PayRow = Views["sign"]["rules"]["pays"][number];
export const MAIN = "main";

/** The wagers that have a pay table, the main one first. */
export const wagersOf = (rows: readonly PayRow[]): string[] => [...new Set(rows.map((row) => row.wager))];

export const PayTable = ({ title, rows }: { title: string; rows: readonly PayRow[] }) => (
  <table class="pay-table">
    <caption>{title}</caption>
    <tbody>
      {rows.map((row) => (
        <tr key={row.wins}>
          <th scope="row">{row.words}</th>
          <td>{row.odds}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
