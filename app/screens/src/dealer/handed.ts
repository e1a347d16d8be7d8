// Which hand the dealer taps with: for the other one everything that is tapped changes sides. A terminal keeps it.

import { signal } from "@preact/signals";

type Hand = "right" | "left";
const KEPT = "tablekeeper.hand";
export const hand = signal<Hand>(localStorage.getItem(KEPT) === "left" ? "left" : "right");

export function changeHands(): void {
  hand.value = hand.value === "right" ? "left" : "right";
  localStorage.setItem(KEPT, hand.value);
}
