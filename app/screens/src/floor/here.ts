// What is open now, in words.

import { computed, effect, signal } from "@preact/signals";
import { parts } from "./route";
import { tabOf } from "./tabs";

/** The table that was looked at last: its tab stays. */
export const lastTable = signal<string | null>(null);

effect(() => {
  const [tab, number] = parts.value;
  if (tab === "tables" && number) lastTable.value = number;
});

export const here = computed(() => {
  const [tab, number] = parts.value;
  if (tab === "tables" && number) return `Table ${number}`;
  return tabOf(parts.value)?.name ?? "Nothing here";
});
