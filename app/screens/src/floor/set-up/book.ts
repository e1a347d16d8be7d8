// What a book leaves to the house, asked once.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../shared/api";
import { trying } from "../../shared/notices";
import type { Bounds } from "./typed-config";

const known = signal<ReadonlyMap<string, Bounds>>(new Map());

export function useBounds(book: string | null): Bounds | null {
  useEffect(() => {
    if (book === null || known.peek().has(book)) return;
    void trying(async () => {
      const { bounds } = await get("/api/v1/rulesets/{ruleset}", { path: { ruleset: book } });
      known.value = new Map(known.value).set(book, bounds);
    });
  }, [book]);
  return (book !== null && known.value.get(book)) || null;
}
