import type { Views } from "../shared/table-feed";

type Hand = Views["sign"]["dealer"];

/** "14", "soft 17" as "7 or 17", nothing where no card lies. */
export function totalOf(hand: Hand): string {
  if (hand.cards.length === 0) return "";
  return hand.soft && hand.points < 21 ? `${hand.points - 10} or ${hand.points}` : String(hand.points);
}
