// Words for what is decided at a table: choices of a hold, outcomes, why a hand is done.

import { spaced } from "./words";

const CHOICES: Record<string, string> = {
  discard: "Discard the card",
  use_as_next: "Use it as the next card",
  remove: "Remove the card",
  reconstruct: "Put the cards back where the record has them",
  continue: "Go on as it is",
  void_hand: "The hand is void",
  dead_hand: "The hand is dead",
  void_round: "The round is void",
  void_earlier: "The earlier round is void",
  late_card: "Deal the card now, after the others",
  deal_after_players: "Deal the dealer's card after the players",
  shuffle_discards: "Shuffle the discards and go on",
  shuffle_after_round: "Shuffle after this round",
  replace_after_round: "Replace the card after this round",
  draw_to_twelve: "Draw to twelve for the box",
  other_decides: "The next bettor on the box decides",
  stand: "The box stands",
  offer_late: "Make the offer now",
  manual_shoe: "Go on with a shoe dealt by hand",
  hand_shuffle: "Shuffle by hand",
  no_reader: "Go on without the reader",
  replace_cards: "Replace all cards",
  return_wager: "The wager goes back",
  choose: "Choose which card comes first",
  take_back: "The player takes the wager back",
  enter_card: "A card lies on the table: enter it",
  same_card: "It is the same card",
  another_card: "It is another card",
  accept: "The player accepts the card",
  refuse: "The player refuses the card",
};
const OUTCOMES: Record<string, string> = {
  win: "wins",
  lose: "loses",
  stand_off: "stands off",
  surrender: "surrendered",
  rescue: "rescued",
  returned: "returned",
  void: "void",
};

export const choiceName = (choice: string): string => CHOICES[choice] ?? spaced(choice);
export const outcomeName = (outcome: string): string => OUTCOMES[outcome] ?? spaced(outcome);
/** What is put right by signatures, and not by a tap. */
export const isSigned = (choice: string): boolean => choice === "void_round" || choice === "void_earlier";
