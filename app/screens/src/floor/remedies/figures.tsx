// The money of a round: before, after, and what it changes, account by account; it adds up to nothing.

import { difference, money as amount } from "../../shared/money";
import { Heads } from "../heads";
import type { Money } from "./types";

/** Whose it is, as the server words it. */
const whose = (line: Money): string => line.words.slice(0, line.words.lastIndexOf(": "));

export function Figures({ money, sum, all = false }: { money: readonly Money[]; sum: number; all?: boolean }) {
  const lines = all ? money : money.filter((line) => line.cents !== 0);
  if (lines.length === 0) return <p class="figures-none">No money changes.</p>;
  return (
    <table class="rows figures-table">
      <Heads of={["Account", "Before", "After", "Difference"]} />
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.account} ${line.box} ${line.player}`}>
            <th scope="row">{whose(line)}</th>
            <td>{difference(line.before_cents)}</td>
            <td>{difference(line.after_cents)}</td>
            <td class={line.cents > 0 ? "good" : line.cents < 0 ? "bad" : ""}>{difference(line.cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr data-sum={sum}>
          <th scope="row">All together</th>
          <td />
          <td />
          <td>{amount(sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
