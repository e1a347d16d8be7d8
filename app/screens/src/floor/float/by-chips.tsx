// Counting by chips: how many of each, and what they come to.

import { useState } from "preact/hooks";
import { money } from "../../shared/money";

export function ByChips({ chips, counted }: { chips: readonly number[]; counted: (cents: number) => void }) {
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>({});
  const put = (chip: number, text: string) => {
    const next = { ...counts, [chip]: text.replace(/\D/g, "").slice(0, 6) };
    setCounts(next);
    counted(chips.reduce((sum, each) => sum + each * Number(next[each] ?? 0), 0));
  };
  return (
    <details class="by-chips">
      <summary>Count by chips</summary>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Chip</th>
            <th scope="col">How many</th>
            <th scope="col" class="figure">
              Together
            </th>
          </tr>
        </thead>
        <tbody>
          {[...chips].reverse().map((chip) => (
            <tr key={chip}>
              <th scope="row">{money(chip)}</th>
              <td>
                <input
                  aria-label={`How many of ${money(chip)}`} inputMode="numeric" autocomplete="off" value={counts[chip] ?? ""}
                  onInput={(event) => put(chip, event.currentTarget.value)}
                />
              </td>
              <td class="figure">{money(chip * Number(counts[chip] ?? 0))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
