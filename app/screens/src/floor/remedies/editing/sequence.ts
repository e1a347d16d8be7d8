// The acts of a round as they are being put in another order: a copy, which the server is asked about.

import { computed, signal } from "@preact/signals";
import type { Act, ActListed } from "../types";

export interface Item {
  key: number;
  act: Act;
  /** What the record says of it; empty for one that was put in. */
  words: string;
}
/** Acts that bring a card. */
export const cardOf = (act: Act): string | null =>
  act.type === "DrawCard" || act.type === "DiscardCard" ? act.card : act.type === "DrawFaceDown" ? act.commitment : null;
export const withCard = (act: Act, card: string): Act =>
  act.type === "DrawFaceDown" ? { ...act, commitment: card } : act.type === "DrawCard" || act.type === "DiscardCard" ? { ...act, card } : act;

/** A card that the record has wrong: what it has, and what lay there; null: no card. */
export type Wrong = readonly [recorded: string | null, true_: string | null];

let lastKey = 0;
const asText = (act: Act): string => JSON.stringify(act);

export class Sequence {
  readonly items = signal<readonly Item[]>([]);
  readonly acts = computed(() => this.items.value.map((item) => item.act));
  readonly changed = computed(() => this.corrected.value.length > 0 || this.items.value.map((item) => asText(item.act)).join() !== this.recorded.value.map((item) => asText(item.act)).join());
  private readonly recorded = signal<readonly Item[]>([]);
  private readonly before = signal<readonly { items: readonly Item[]; corrected: readonly Wrong[] }[]>([]);
  private last: readonly Wrong[] = [];
  /** The cards that somebody has said the record has wrong. */
  readonly corrected = signal<readonly Wrong[]>([]);
  readonly canUndo = computed(() => this.before.value.length > 0);

  begin(listed: readonly ActListed[]): void {
    this.recorded.value = asItems(listed);
    this.items.value = this.recorded.value;
    this.corrected.value = this.last = [];
    this.before.value = [];
  }

  /** The record goes on: what is new in it comes behind. False if it is otherwise than it was. */
  follow(listed: readonly ActListed[]): boolean {
    const now = asItems(listed);
    const known = this.recorded.peek();
    if (now.length < known.length || known.some((item, index) => asText(item.act) !== asText(now[index]!.act))) return false;
    const more = now.slice(known.length);
    this.recorded.value = [...known, ...more];
    this.items.value = [...this.items.peek(), ...more];
    return true;
  }

  /** What the record has and the sequence has not any more. */
  readonly removed = computed(() => {
    const left = this.items.value.map((item) => asText(item.act));
    return this.recorded.value.filter((item) => {
      const at = left.indexOf(asText(item.act));
      if (at < 0) return true;
      left.splice(at, 1);
      return false;
    });
  });

  private set(items: readonly Item[]): void {
    this.before.value = [...this.before.peek(), { items: this.items.peek(), corrected: this.last }];
    this.last = this.corrected.peek();
    this.items.value = items;
  }

  undo(): void {
    const last = this.before.peek().at(-1);
    if (!last) return;
    this.before.value = this.before.peek().slice(0, -1);
    this.items.value = last.items;
    this.corrected.value = this.last = last.corrected;
  }

  again(): void {
    this.corrected.value = [];
    this.set(this.recorded.peek());
  }

  /** The card in this place is another one. */
  isAnother(at: number, card: string): void {
    const items = [...this.items.peek()];
    const act = items[at]!.act;
    const had = act.type === "DrawCard" || act.type === "DiscardCard" ? act.card : null;
    if (had === null || had === card) return;
    items[at] = { key: ++lastKey, act: withCard(act, card), words: "" };
    this.wrong([had, card]);
    this.set(items);
  }

  /** No card lies there. */
  isNone(at: number): void {
    this.wrong([cardOf(this.items.peek()[at]!.act), null]);
    this.remove(at);
  }

  /** A card was forgotten here. */
  forgotten(at: number, card: string): void {
    const items = [...this.items.peek()];
    items.splice(at, 0, { key: ++lastKey, act: { type: "DrawCard", card }, words: "" });
    this.wrong([null, card]);
    this.set(items);
  }

  /** What is said of a card that had been put right already is said of the one that is recorded. */
  private wrong([had, card]: Wrong): void {
    const before = this.corrected.peek();
    const at = before.findIndex(([, true_]) => had !== null && true_ === had);
    const recorded = at < 0 ? had : before[at]![0];
    const others = before.filter((_, index) => index !== at);
    this.corrected.value = recorded === card ? others : [...others, [recorded, card]];
  }

  move(from: number, to: number): void {
    const items = [...this.items.peek()];
    const [item] = items.splice(from, 1);
    if (!item || to < 0 || to > items.length || from === to) return;
    items.splice(to, 0, item);
    this.set(items);
  }

  remove(at: number): void {
    this.set(this.items.peek().filter((_, index) => index !== at));
  }

  /** A card that has a place further on moves here: each card came once. */
  insert(at: number, act: Act, words = ""): void {
    const items = [...this.items.peek()];
    const from = this.laterPlaceOf(items, at, cardOf(act));
    if (from >= 0) items.splice(from, 1);
    items.splice(at, 0, { key: ++lastKey, act, words });
    this.set(items);
  }

  /** Another act in this place; two cards change places. */
  replace(at: number, act: Act): void {
    const items = [...this.items.peek()];
    const card = cardOf(act);
    const had = cardOf(items[at]!.act);
    const from = this.laterPlaceOf(items, at + 1, card);
    items[at] = { key: ++lastKey, act, words: "" };
    if (from >= 0 && had !== null) items[from] = { ...items[from]!, act: withCard(items[from]!.act, had), words: "" };
    else if (from >= 0) items.splice(from, 1);
    this.set(items);
  }

  private laterPlaceOf(items: readonly Item[], at: number, card: string | null): number {
    return card === null ? -1 : items.findIndex((item, index) => index >= at && cardOf(item.act) === card);
  }
}

const asItems = (listed: readonly ActListed[]): Item[] =>
  listed.flatMap((each) => (each.act === null ? [] : [{ key: ++lastKey, act: each.act as Act, words: each.words[0] ?? "" }]));
