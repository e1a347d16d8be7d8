import type { Views } from "../shared/table-feed";

type Hand = Views["sign"]["dealer"];

/** Whether the hand may still be counted lower: an ace that may be one, and nothing decided yet. */
const isTwofold = (hand: Hand, over: boolean): boolean => !over && hand.soft && hand.points < 21 && hand.done === "";

/** "14", a soft 17 that plays on as "7/17", nothing where no card lies. Once the round is over every total is one number. */
export function totalOf(hand: Hand, over: boolean): string {
  if (hand.cards.length === 0) return "";
  return isTwofold(hand, over) ? `${hand.points - 10}/${hand.points}` : String(hand.points);
}
