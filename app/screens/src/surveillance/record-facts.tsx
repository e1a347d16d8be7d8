// What the record alone knew: cards face down as commitments, the float, the shoe, who signed.

import type { Schemas } from "../shared/api";
import { money } from "../shared/money";

export function RecordFacts({ view }: { view: Schemas["SurveillanceView"] }) {
  const facts: [string, string][] = [
    ["On the layout", money(view.floor.layout_cents)],
    ["In the tray, by the record", money(view.expected_float_cents)],
    ["Rounds in this shoe", String(view.floor.rounds_in_shoe)],
    ["Cards left in the shoe", String(view.shoe.left)],
    ["Cards in the discard rack", String(view.shoe.discarded)],
    ...view.commitments.map((each, index): [string, string] => [`Face down ${index + 1}, commitment`, each]),
    ...view.signatures.map((each): [string, string] => [`Signed by ${each.by}`, each.seal]),
    ...view.floor.irregularities.map((each): [string, string] => [`Irregularity: ${each.code.replaceAll("_", " ")}`, `${each.choice ?? "open"} ${each.clause ?? ""}`]),
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
