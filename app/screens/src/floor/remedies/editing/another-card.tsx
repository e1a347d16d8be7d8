// The record has a card wrong: which one lay there is said by rank and suit, and shown as a picture before it is taken.

import { useState } from "preact/hooks";
import { cardName, PlayingCard } from "../../../shared/cards";
import { Choice } from "../../forms/fields";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS: readonly (readonly [string, string])[] = [["S", "Spades"], ["H", "Hearts"], ["D", "Diamonds"], ["C", "Clubs"]];

export function AnotherCard({ action, take }: { action: string; take: (card: string) => void }) {
  const [rank, setRank] = useState("A");
  const [suit, setSuit] = useState("S");
  const card = `${rank}${suit}`;
  return (
    <fieldset class="offers another-card">
      <legend>{action}</legend>
      <div class="row">
        <Choice label="Rank" value={rank} of={RANKS.map((each) => [each, each] as const)} put={setRank} />
        <Choice label="Suit" value={suit} of={SUITS} put={setSuit} />
        <PlayingCard card={card} />
        <button type="button" class="primary" onClick={() => take(card)}>
          {action}: {cardName(card)}
        </button>
      </div>
    </fieldset>
  );
}
