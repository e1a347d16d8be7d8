// Boxes with a maximum of their own, above the table's.

import { Dollars } from "../forms/fields";
import type { TypedConfig } from "./typed-config";

const MOST = 12;

export function BoxMaximums({ typed, put }: { typed: TypedConfig; put: (change: Partial<TypedConfig>) => void }) {
  const boxes = Math.min(MOST, Number(typed.boxes) || 0);
  const raised = Object.values(typed.box_maximum_cents).some((text) => text);
  return (
    <details class="field wide" open={raised}>
      <summary>Boxes with a higher maximum</summary>
      <div class="fields">
        {Array.from({ length: boxes }, (_, index) => index + 1).map((box) => (
          <Dollars
            key={box} label={`Box ${box}`} value={typed.box_maximum_cents[box] ?? ""}
            put={(value) => put({ box_maximum_cents: { ...typed.box_maximum_cents, [box]: value } })}
          />
        ))}
      </div>
    </details>
  );
}
