// Codes of the record in words of ours, where the server has none.

import { cardName } from "../shared/cards";

export const inWordsOf = (code: string): string => {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const IRREGULARITIES: Record<string, string> = {
  face_up_card: "A card lies face up in the shoe",
  foreign_card: "A card that is not of this deck",
  impossible_card: "A card more than the shoe can hold",
  card_not_awaited: "A card came that nothing awaits",
  error_card: "A card was drawn in error",
  error_card_unseen: "A card was drawn in error, and nobody saw it",
  burnt_in_error: "A card was burnt in error",
  missed_card: "A box was missed in the deal",
  missed_dealer_card: "The dealer's card was missed",
  missed_hit: "A player was not given the card asked for",
  misplaced_card: "A card went to the wrong box",
  card_to_empty_box: "A card went to an empty box",
  two_cards_at_once: "Two cards came out at once",
  damaged_card: "A card is damaged",
  shoe_empty: "The shoe is empty",
  cards_missing: "Cards are missing",
  cards_in_excess: "There are cards too many",
  cut_card_missing: "The cutting card is missing",
  cut_card_passed: "The cutting card came and was passed over",
  unshuffled_cards: "The cards were not shuffled",
  absent_player: "A player has left the table",
  missed_insurance_offer: "Insurance was not offered",
  missed_surrender_offer: "Surrender was not offered",
  side_bet_without_main: "A side bet has no main wager",
  shuffler_fault: "The shuffler has failed",
  reader_misused: "The reader was used when it should not",
  reader_broken: "The reader does not work",
  reader_was_wrong: "The reader was wrong",
  interruption: "The round was interrupted",
  late_error: "An error of an earlier round",
  asked_players: "Every player is asked",
  device_doubt: "The device's line was lost: compare the cards with this screen",
  keyed_differs: "The shoe told another card than was keyed",
};
export const irregularityWords = (code: string): string => IRREGULARITIES[code] ?? inWordsOf(code);

const CHOICES: Record<string, string> = {
  discard: "Card to the discard rack",
  use_as_next: "Use it as the next card",
  remove: "Take the card out of play",
  reconstruct: "Put the cards back in order",
  continue: "Go on",
  void_hand: "Void the hand",
  dead_hand: "The hand is dead",
  void_round: "Void the round",
  void_earlier: "Void the earlier round",
  late_card: "Give the card late",
  deal_after_players: "Deal it after the players",
  shuffle_discards: "Shuffle the discards",
  shuffle_after_round: "Shuffle after this round",
  replace_after_round: "Replace after this round",
  draw_to_twelve: "Draw the hand to twelve",
  other_decides: "Another bettor decides",
  stand: "Stand",
  offer_late: "Offer it now",
  manual_shoe: "Finish from a plain shoe",
  hand_shuffle: "Shuffle by hand",
  no_reader: "Go on without the reader",
  replace_cards: "Replace the cards",
  return_wager: "Give the wager back",
  choose: "The player chooses",
  take_back: "Take the wagers back",
  enter_card: "Enter the card",
  same_card: "It is the same card",
  another_card: "It is a further card",
  accept: "Take the card",
  refuse: "Refuse the card",
};
export const choiceWords = (code: string): string => CHOICES[code] ?? inWordsOf(code);

const STEPS: Record<string, string> = {
  set: "Bring a set of cards",
  inspect: "Inspect the cards",
  spread: "Spread the cards face up",
  turn_down: "Turn them face down",
  turn: "Turn",
  wash: "Wash",
  stack: "Stack",
  riffle: "Riffle",
  strip: "Strip",
  plug: "Plug",
  shuffle: "Shuffle is finished",
  cut: "Cut",
  cut_card: "Put the cutting card in",
  load: "Load the shoe",
  burn: "Burn a card",
  replace_card: "Replace the damaged card",
};
export const stepWords = (step: string): string => {
  const [name = "", rest = ""] = step.split(" ");
  const words = STEPS[name] ?? inWordsOf(name);
  if (name === "replace_card" && rest) return `Replace the ${cardName(rest)}`;
  if (name === "cut" && rest) return `${words}: box ${rest}`;
  return rest ? `${words} (${rest})` : words;
};

const DONE: Record<string, string> = {
  pontoon: "Pontoon",
  bust: "over 21",
  stand: "stands",
  one_card: "one card",
  surrender: "Surrendered",
  refused: "Refused",
  void: "Void",
  absent: "Absent",
};
export const doneWords = (done: string): string => DONE[done] ?? inWordsOf(done);
const KINDS: Record<string, string> = { main: "Main" };
export const kindWords = (kind: string): string =>
  KINDS[kind] ?? kind.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
/** A side bet in few letters: Perfect Pairs is PP. */
export const kindLetters = (kind: string): string => kindWords(kind).split(" ").map((word) => word.charAt(0)).join("");
export const stepName = (step: string): string => step.split(" ")[0] ?? step;
