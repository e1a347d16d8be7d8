// What a sign has no room to show all at once takes turns: the pay tables of side bets, and the rules in sentences as
// the server makes them from the very options that decide.

import { signal, useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ticking } from "../shared/clock";
import type { Views } from "../shared/table-feed";
import { MAIN, PayTable, wagersOf } from "./pay-table";

type SignView = Views["sign"];
type RuleLine = SignView["rules"]["lines"][number];
/** How many lines of text have room, and how many letters one has. */
interface Room {
  lines: number;
  letters: number;
}
/** Learnt once for what is shown; a sign that was away goes on with it. */
const fits = signal<{ about: string; room: Room }>({ about: "", room: { lines: 8, letters: 40 } });
const LINE_EM = 1.2;
const LETTER_EM = 0.53;
const EACH_MS = 12_000;
/** It stands below all the time: players ask for it most. */
export const STAYS = "dealer.soft_17";

export function Rotating({ view }: { view: SignView }) {
  const place = useRef<HTMLElement>(null);
  const room = fits.value.room;
  const pages = [...sidePages(view), ...rulePages(view.rules.lines, room)];
  const page = useComputed(() => Math.floor(ticking.value / EACH_MS)).value % Math.max(1, pages.length);
  const about = `${view.ruleset_hash} ${view.limits.sides.length}`;
  useLayoutEffect(() => {
    if (fits.value.about !== about) fits.value = { about, room: roomIn(place.current!) };
    // The estimate may be too good: no line may be cut off.
    else if (room.lines > 1 && place.current!.querySelector(".rules") && overflows(place.current!))
      fits.value = { about, room: { ...room, lines: room.lines - 1 } };
  });
  return (
    <section class="rotating" data-page={page} ref={place}>
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

const overflows = (element: HTMLElement): boolean => element.scrollHeight > element.clientHeight + 1;

function roomIn(place: HTMLElement): Room {
  const px = Number.parseFloat(getComputedStyle(place).fontSize);
  const dots = place.querySelector<HTMLElement>(".page")?.offsetHeight ?? 0;
  return {
    lines: Math.max(1, Math.floor((place.clientHeight - dots) / (px * LINE_EM))),
    letters: Math.max(10, Math.floor((place.clientWidth - px) / (px * LETTER_EM))),
  };
}

/** As many on a page as have room there, each whole. */
function rulePages(lines: readonly RuleLine[], room: Room) {
  const pages: RuleLine[][] = [];
  let left = 0;
  for (const line of lines.filter((each) => each.option !== STAYS)) {
    const needs = Math.ceil(line.text.length / room.letters);
    if (needs > left || !pages.length) {
      pages.push([]);
      left = room.lines;
    }
    pages[pages.length - 1]!.push(line);
    left -= needs;
  }
  return pages.map((of) => (
    <ul class="rules">
      {of.map((line) => (
        <li key={line.option}>{line.text}</li>
      ))}
    </ul>
  ));
}
