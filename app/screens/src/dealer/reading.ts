// What the dealer's view says, looked up: nothing of the game is worked out here.

import type { View } from "./terminal";

export type Question = View["questions"][number];
export type Hand = View["sign"]["dealer"];

export const asked = (view: View, kind: string): Question[] => view.questions.filter((each) => each.question === kind);
export const one = (view: View, kind: string): Question | undefined => view.questions.find((each) => each.question === kind);

/** The box and hand that is played or dealt to now; box 0 is the dealer. */
export function atTurn(view: View): { box: number; hand: number } | null {
  const now = one(view, "decide") ?? one(view, "card") ?? one(view, "hole") ?? one(view, "turn_up");
  return now && now.box !== null ? { box: now.box, hand: now.hand ?? 1 } : null;
}

export const playing = (view: View): boolean =>
  !one(view, "bets") && !["shoe", "complete", "closed", "void"].includes(view.sign.phase);

/** Where a bettor is: 3A sits at box 3, 3B and 3C bet behind. */
export const placeCode = (box: number, index: number): string => `${box}${String.fromCharCode(65 + index)}`;

/** Whether nothing of the round can be drawn or decided any more. */
export const isOver = (view: View): boolean => ["complete", "void"].includes(view.sign.phase);

/** The total: one number once the hand is final. */
export function hardOrSoft(hand: Hand, over = false): string {
  if (hand.points === 0) return "";
  if (over) return `${hand.points}`;
  if (hand.cards.length < 2) return hand.soft ? "1 or 11" : `${hand.points}`;
  if (hand.points >= 21 || hand.done) return `${hand.points}`;
  return `${hand.soft ? "soft" : "hard"} ${hand.points}`;
}

export type Payment = View["payments"][number];
export const isOpen = (each: Payment): boolean => each.pays_cents > 0 || each.takes_cents > 0;
export const openPayments = (view: View): Payment[] => view.payments.filter(isOpen);
/** What was put right about an earlier round, and is still to be paid or taken. */
export const amendedPayments = (view: View): Payment[] => openPayments(view).filter((each) => each.amended);
