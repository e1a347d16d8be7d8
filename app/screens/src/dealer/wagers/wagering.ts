// What a finger has chosen while bets are placed: a place, a kind of wager; and the orders that come of it.

import { signal } from "@preact/signals";
import type { Command } from "../../shared/table-feed";
import { placeCode } from "../reading";
import { act, type Asked, type View } from "../terminal";

export interface Chosen {
  box: number;
  player: string;
}
export const chosen = signal<Chosen | null>(null);
export const kind = signal("main");
/** The place whose amount is keyed in. */
export const keying = signal<Chosen | null>(null);

/** Chips that lie on a place and do not come to a wager yet: they are too few, and nothing is asked of the table. */
export const building = signal<(Chosen & { kind: string; cents: number }) | null>(null);

export function builtAt(at: Chosen, of: string): number {
  const built = building.value;
  return built?.box === at.box && built.player === at.player && built.kind === of ? built.cents : 0;
}

/** What lies there with one chip more. */
export const withChip = (view: View, at: Chosen, of: string, chip: number): number => (centsOf(view, at, of) || builtAt(at, of)) + chip;

/** One chip more; `little`: it is too little by itself, and kept for the next one. */
export async function addChip(view: View, at: Chosen, of: string, chip: number, question: string | null, little: boolean): Promise<void> {
  const cents = withChip(view, at, of, chip);
  if (little && !centsOf(view, at, of)) return void (building.value = { ...at, kind: of, cents });
  if (await act(`chip ${chip}`, { command: wager(at, of, cents), question })) building.value = null;
}

const LADDER = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000, 500_000, 1_000_000];
const MOST_CHIPS = 6;

/** The chips of the table; without a list of them, those that make up its wagers. */
export function chips(config: View["config"]): number[] {
  const own = config.chips_cents;
  if (own.length) return own.slice(0, MOST_CHIPS);
  const unit = config.increment_cents ?? config.smallest_chip_cents;
  const least = Math.max(unit, Math.floor((config.minimum_cents ?? unit) / 4));
  return LADDER.filter((each) => each >= least && each % unit === 0 && each <= (config.maximum_cents ?? each)).slice(0, MOST_CHIPS);
}

export const kindsOf = (view: View): string[] => ["main", ...new Set(view.config.side_bets)];
export const placeOf = (view: View, box: number, player: string) =>
  placesNow(view).find((each) => each.box === box && each.player === player);

/** The wagers of the round that is being opened: those of a round that is over do not count any more. */
export function placesNow(view: View): View["places"] {
  return view.sign.phase === "complete" || view.sign.phase === "void" ? [] : view.places;
}

export function centsOf(view: View, at: Chosen, of: string): number {
  const place = placeOf(view, at.box, at.player);
  if (!place) return 0;
  return of === "main" ? place.main_cents : (place.sides.find(([name]) => name === of)?.[1] ?? 0);
}

export type Initial = View["last_wagers"][number];

/** What stood last round and does not stand now: grey, until it is confirmed. */
export function proposals(view: View, box?: number): Initial[] {
  return view.last_wagers.filter(
    (each) => (box === undefined || each.box === box) && !centsOf(view, each, each.kind),
  );
}

export const isSeat = (player: string): boolean => player.endsWith("A");

export function wager(at: Chosen, of: string, cents: number, seated = isSeat(at.player)): Command {
  return { type: "PlaceWager", box: at.box, player: at.player, kind: of, cents, seated };
}

/** Main wagers first: a side bet needs its main wager, and of it no more than that. */
const inOrder = (wagers: Initial[]): Initial[] =>
  [...wagers].sort((one, other) => Number(one.kind !== "main") - Number(other.kind !== "main"));

export function confirm(control: string, wagers: Initial[], question: string | null): Promise<boolean> {
  const asked: Asked[] = inOrder(wagers).map((each) => ({ command: wager(each, each.kind, each.cents, each.seated), question }));
  return act(control, ...asked);
}

/** The bettors of a box in their order, those of last round among them. */
export function playersAt(view: View, box: number): string[] {
  const here = [...placesNow(view), ...proposals(view, box)].filter((each) => each.box === box).map((each) => each.player);
  return [...new Set(here)].sort();
}

// Where the book sets no limit.
const MOST_LETTERS = 6;

/** The next free place behind a box. */
export function nextBehind(view: View, box: number): string | null {
  const taken = new Set(playersAt(view, box));
  const most = view.sign.limits.bettors_per_box ?? MOST_LETTERS;
  for (let index = 1; index < most; index++) if (!taken.has(placeCode(box, index))) return placeCode(box, index);
  return null;
}
