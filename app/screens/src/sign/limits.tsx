import { money } from "../shared/money";
import type { Views } from "../shared/table-feed";

type LimitsShown = Views["sign"]["limits"];

/** The table's limits: the first thing that somebody who walks by looks for. */
export function Limits({ limits }: { limits: LimitsShown }) {
  const step = limits.increment_cents;
  return (
    <section class="limits">
      <p class="range">{range(limits.minimum_cents, limits.maximum_cents)}</p>
      {step !== null && <p>Wagers in steps of {money(step)}</p>}
      {limits.sides.map(sideLine).map((line) => line && <p key={line}>{line}</p>)}
    </section>
  );
}

function sideLine(side: LimitsShown["sides"][number]): string {
  const limits = range(side.minimum_cents, side.maximum_cents);
  return limits && `${side.name} ${limits}`;
}

function range(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return `${money(least)} – ${money(most)}`;
  if (least !== null) return `from ${money(least)}`;
  return most !== null ? `up to ${money(most)}` : "";
}
