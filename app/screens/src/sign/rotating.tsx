// What a sign has no room to show all at once takes turns: the pay tables of side bets, and the rules in sentences as
// the server makes them from the very options that decide.

import { useComputed } from "@preact/signals";
import { ticking } from "../shared/clock";
import type { Views } from "../shared/table-feed";
import { MAIN, PayTable, wagersOf } from "./pay-table";

type SignView = Views["sign"];
type RuleLine = SignView["rules"]["lines"][number];
const AT_ONCE = 4;
const EACH_MS = 12_000;
/** It stands below all the time: players ask for it most. */
export const STAYS = "dealer.soft_17";

export function Rotating({ view }: { view: SignView }) {
  const pages = [...sidePages(view), ...rulePages(view.rules.lines)];
  const page = useComputed(() => Math.floor(ticking.value / EACH_MS)).value % Math.max(1, pages.length);
  return (
    <section class="rotating" data-page={page}>
      {pages[page]}
      <p class="page" aria-hidden="true">
        {pages.map((_, index) => (index === page ? "●" : "○")).join(" ")}
      </p>
    </section>
  );
}

function sidePages({ rules, limits }: SignView) {
  const named = (wager: string) => limits.sides.find((side) => side.bet === wager)?.name ?? "Insurance";
  return wagersOf(rules.pays)
    .filter((wager) => wager !== MAIN)
    .map((wager) => <PayTable title={named(wager)} rows={rules.pays.filter((row) => row.wager === wager)} />);
}

function rulePages(lines: readonly RuleLine[]) {
  const others = lines.filter((line) => line.option !== STAYS);
  return Array.from({ length: Math.ceil(others.length / AT_ONCE) }, (_, page) => (
    <ul class="rules">
      {others.slice(page * AT_ONCE, (page + 1) * AT_ONCE).map((line) => (
        <li key={line.option}>{line.text}</li>
      ))}
    </ul>
  ));
}
