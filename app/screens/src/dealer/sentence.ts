// The one sentence that says what to do now, and the clause that says so.

import { cardName } from "../shared/cards";
import { amendedPayments, asked, hardOrSoft, isOver, one, openPayments, type Question } from "./reading";
import { irregularityWords, stepWords } from "./words";
import type { View } from "./terminal";

export interface Sentence {
  words: string;
  clause: string | null;
  stop?: boolean;
}

export function sentence(view: View): Sentence {
  const resolve = one(view, "resolve");
  if (resolve && view.hold) return { words: `Stop. ${held(view, resolve)}`, clause: resolve.clause, stop: true };
  if (resolve) return { words: `${boxWords(resolve)}: take the card that lies ready, or refuse it?`, clause: resolve.clause };
  if (view.sign.notice === "closed") return { words: "The table is closed. A supervisor opens it.", clause: null };
  if (view.sign.notice === "paused") return { words: view.hold ? "Stop. The table holds: call the supervisor." : "The round is paused: the floor enters rounds from paper.", clause: null, stop: true };
  return shoe(view) ?? withPayments(view, amounts(view) ?? turning(view) ?? offers(view) ?? playingOn(view) ?? betting(view));
}

const boxWords = (question: Question): string =>
  question.box === 0 ? "Dealer" : `Box ${question.box}${(question.hand ?? 1) > 1 ? `, hand ${question.hand}` : ""}`;

function held(view: View, question: Question): string {
  const hold = view.hold!;
  const card = hold.card ? `: ${cardName(hold.card)}` : "";
  const where = hold.box ? ` (box ${hold.box}${hold.player ? `, ${hold.player}` : ""})` : "";
  const who = question.player ? ` ${question.player} is asked.` : "";
  return `${irregularityWords(hold.irregularity)}${card}${where}.${who}`;
}

function shoe(view: View): Sentence | null {
  const steps = asked(view, "shoe");
  if (!steps.length) return null;
  return { words: `${alongside(view)}${stepWords(steps[0]!.step ?? "")}.`, clause: steps[0]!.clause };
}

/** What the sign tells the players while the cards are made ready. */
function alongside(view: View): string {
  if (view.sign.notice === "round_over") return `${result(view)}Pay and take, box by box. `;
  if (view.sign.notice === "round_void") return result(view);
  return view.sign.notice === "place_bets" ? "Place your bets. " : "";
}

/** How much lies there is due before anything else goes on. */
function amounts(view: View): Sentence | null {
  const [first] = view.questions;
  if (first?.question !== "amount") return null;
  return { words: `How much has ${first.player} bet? Enter it now.`, clause: first.clause };
}

function turning(view: View): Sentence | null {
  const up = one(view, "turn_up");
  if (!up) return null;
  if (up.box === null) return { words: "Turn up the card that lies ready.", clause: up.clause };
  return { words: up.box ? `Turn up the cards of box ${up.box}.` : "Turn up the dealer's card.", clause: up.clause };
}

/** What the book pays before further cards is said first; it holds nothing up. */
function withPayments(view: View, then: Sentence): Sentence {
  const first = openPayments(view).filter((each) => each.before_cards.length > 0);
  if (!first.length) return then;
  const named = (of: "pays_cents" | "takes_cents") => first.filter((each) => each[of] > 0).map((each) => each.player);
  const said = (verb: string, players: string[]) => (players.length ? `${verb} ${players.length > 4 ? `${players.length} bettors` : players.join(", ")}. ` : "");
  return { words: `${said("Pay", named("pays_cents"))}${said("Take from", named("takes_cents"))}${then.words}`, clause: then.clause };
}

function offers(view: View): Sentence | null {
  const insure = one(view, "insure");
  const surrender = one(view, "surrender");
  if (insure && surrender) return { words: "Offer insurance and surrender.", clause: insure.clause };
  if (insure) return { words: "Offer insurance.", clause: insure.clause };
  if (surrender) return { words: "Offer surrender.", clause: surrender.clause };
  const rescue = one(view, "rescue");
  if (rescue && !one(view, "decide"))
    return { words: `${boxWords(rescue)}: ${rescue.player} may take back the double.`, clause: rescue.clause };
  return null;
}

function playingOn(view: View): Sentence | null {
  const peek = one(view, "peek");
  if (peek) return { words: "Put the dealer's cards into the reader.", clause: peek.clause };
  const decide = one(view, "decide");
  if (decide) {
    const hand = view.sign.boxes.find((box) => box.number === decide.box)?.hands[(decide.hand ?? 1) - 1];
    return { words: `${boxWords(decide)}: ${hand ? hardOrSoft(hand) : ""}. Ask the player.`, clause: decide.clause };
  }
  const hole = one(view, "hole");
  if (hole) return { words: "Next card: the dealer's, face down.", clause: hole.clause };
  const card = one(view, "card");
  if (!card || one(view, "bets")) return null;
  const hit = card.choices.includes("hit") ? " It has to draw." : "";
  return { words: `Next card: ${card.box === 0 ? "the dealer" : boxWords(card).toLowerCase()}.${hit}`, clause: card.clause };
}

function result(view: View): string {
  if (view.sign.phase === "void") return "The round is void. ";
  const points = view.sign.dealer.points;
  return points ? `Dealer ${points > 21 ? "over 21" : points}. ` : "The round is over. ";
}

function betting(view: View): Sentence {
  const bets = one(view, "bets");
  const clause = bets?.clause ?? null;
  const { notice } = view.sign;
  if (notice === "round_over") return { words: `${result(view)}Pay and take, box by box.`, clause: view.settlements[0]?.clause ?? null };
  if (isOver(view)) return { words: `${result(view)}${notice === "round_void" ? "The next bets open a new round." : "Place your bets."}`, clause };
  const card = one(view, "card");
  const called = view.sign.notice === "no_more_bets";
  if (card) return { words: called ? `No more bets. Draw the first card: box ${card.box}.` : `Place your bets, then draw the first card: box ${card.box}.`, clause: card.clause };
  if (called) return { words: "No more bets.", clause };
  if (bets) return { words: "Place your bets.", clause };
  if (amendedPayments(view).length) return { words: "An earlier round was put right: pay and take.", clause: null };
  return { words: "Wait.", clause: null };
}
