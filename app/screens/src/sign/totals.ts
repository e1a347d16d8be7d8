import type { Views } from "../shared/table-feed";

type Hand = Views["sign"]["dealer"];

/** Whether the hand may still be counted lower: an ace that may be one, and nothing decided yet. */
const isTwofold = (hand: Hand): boolean => hand.soft && hand.points < 21 && hand.done === "";

/** "14", a soft 17 that plays on as "7/17", nothing where no card lies. */
export function totalOf(hand: Hand): string {
  if (hand.cards.length === 0) return "";
  return isTwofold(hand) ? `${hand.points - 10}/${hand.points}` : String(hand.points);
}
