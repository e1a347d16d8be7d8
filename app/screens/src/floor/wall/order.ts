// The order on the wall does not change under a finger: while somebody touches or steps through it, it stays as it is.

import { ticking } from "../../shared/clock";

/** For so long after the last touch or key the order stays. */
const STAYS_MS = 3000;
let touchedAt = -STAYS_MS;
let shown: readonly string[] = [];

export const touched = (): void => void (touchedAt = performance.now());

/** The order as it is shown: the wanted one, or the last one while a hand is there; what is new comes at the end of it. */
export function settled(wanted: readonly string[]): readonly string[] {
  const handIsThere = ticking.value - touchedAt < STAYS_MS;
  if (!handIsThere) return (shown = wanted);
  const stays = shown.filter((number) => wanted.includes(number));
  return (shown = [...stays, ...wanted.filter((number) => !stays.includes(number))]);
}
