// What may be done at a place in the sequence: made of the questions that the server says are open there, and of the
// cards that left the shoe. Nothing is offered that it would refuse by its kind.

import { money } from "../../../shared/money";
import type { Act, Asked, Preview } from "../types";
import type { Item } from "./sequence";

export interface Offer {
  words: string;
  act: Act;
  /** A card is chosen from cards, everything else from words. */
  card?: string;
}
const isDown = (card: string): boolean => card.startsWith("face_down:");

export function offersOf(found: Preview, removed: readonly Item[]): readonly Offer[] {
  const asked = found.questions.flatMap(({ question }) => ofQuestion(question, found.left));
  const back = removed.filter((item) => !/^(Draw|Discard)/.test(item.act.type)).map((item) => ({ words: `Put back: ${item.words}`, act: item.act }));
  const burnt = unique(found.left.filter((card) => !isDown(card))).map((card): Offer => ({ words: `${card} is nobody's: burn it`, act: { type: "DiscardCard", card } }));
  return withoutTwins([...asked, ...back, ...burnt]);
}

function ofQuestion(question: Asked, left: readonly string[]): readonly Offer[] {
  switch (question.question) {
    case "card":
      return [...faceUp(left), ...left.filter(isDown).map((card) => squeezed(card, question.box!))];
    case "hole":
      return left.filter(isDown).map((card) => ({ words: "A card face down to the dealer", act: { type: "DrawFaceDown", commitment: card, hole: true } }));
    case "decide":
      return question.choices.flatMap((choice) => decision(choice, question));
    case "insure":
      return question.limits.map((limit) => ({
        words: `${question.player} on box ${question.box} insures for ${money(limit.most_cents)}`,
        act: { type: "Insure", box: question.box!, player: question.player!, cents: limit.most_cents },
      }));
    case "surrender":
      return [{ words: `Box ${question.box} surrenders`, act: { type: "Surrender", box: question.box! } }];
    case "rescue":
      return [
        {
          words: `${question.player} on box ${question.box} takes the double back`,
          act: { type: "TakeBackDouble", box: question.box!, player: question.player!, hand: question.hand },
        },
      ];
    case "proceed":
      return [{ words: "The dealer goes on: the offers are closed", act: { type: "Proceed" } }];
    case "peek":
      return [
        { words: "The reader says: no blackjack", act: { type: "ReadHole", blackjack: false } },
        { words: "The reader says: blackjack", act: { type: "ReadHole", blackjack: true } },
      ];
    case "resolve":
      return question.box === null
        ? []
        : [
            { words: `Box ${question.box} accepts the card`, act: { type: "AcceptCard", box: question.box } },
            { words: `Box ${question.box} refuses the card`, act: { type: "RefuseCard", box: question.box } },
          ];
    default:
      return [];
  }
}

const faceUp = (left: readonly string[]): readonly Offer[] =>
  left.filter((card) => !isDown(card)).map((card) => ({ words: card, card, act: { type: "DrawCard", card } }));

const squeezed = (card: string, box: number): Offer => ({
  words: box === 0 ? "A card face down to the dealer" : `A card face down to box ${box}`,
  act: { type: "DrawFaceDown", commitment: card, hole: false },
});

function decision(choice: string, question: Asked): readonly Offer[] {
  const box = question.box!;
  const where = `Box ${box}${question.hand && question.hand > 1 ? `, hand ${question.hand}` : ""}`;
  switch (choice) {
    case "hit":
      return [{ words: `${where} asks for a card`, act: { type: "Hit", box } }];
    case "stand":
      return [{ words: `${where} stands`, act: { type: "Stand", box } }];
    case "surrender":
      return [{ words: `${where} surrenders`, act: { type: "Surrender", box } }];
    case "split":
      return [{ words: `${where} splits`, act: { type: "Split", box } }];
    case "double":
      return doubles(where, box, question);
    default:
      return [];
  }
}

/** Alone, or each bettor with the whole of the wager; other amounts are typed. */
function doubles(where: string, box: number, question: Asked): readonly Offer[] {
  const all = question.limits.map((limit): [string, number] => [limit.player, limit.most_cents]);
  const alone = all.filter(([player]) => player === question.player);
  const said = (amounts: readonly [string, number][]) => amounts.map(([player, cents]) => `${player} ${money(cents)}`).join(", ");
  const offers = alone.length && alone.length < all.length ? [alone, all] : [all];
  return offers.map((amounts) => ({ words: `${where} doubles: ${said(amounts)}`, act: { type: "Double", box, amounts: [...amounts] } }));
}

const unique = (cards: readonly string[]): readonly string[] => [...new Set(cards)];

function withoutTwins(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Set<string>();
  return offers.filter(({ act }) => {
    const text = JSON.stringify(act);
    return !seen.has(text) && !!seen.add(text);
  });
}
