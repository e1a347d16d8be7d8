// Which card is meant, where a choice needs one: a rank and a suit. The deck has no tens.

import { cardName } from "../../shared/cards";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };
const isWhole = (card: string): boolean => card.length === 2 && !card.includes("-");

/** The card as far as it is chosen: "-" stands for what is not. */
export const NO_CARD = "--";
export const chosenCard = (card: string): string | null => (isWhole(card) ? card : null);

interface Props {
  legend?: string;
  card: string;
  choose: (card: string) => void;
}

export const CardNamed = ({ legend = "Which card lies there", card, choose }: Props) => (
  <fieldset class="row">
    <legend>{legend}</legend>
    <label>
      Rank{" "}
      <select value={card[0]} onChange={(event) => choose(`${event.currentTarget.value}${card[1]}`)}>
        <option value="-">–</option>
        {RANKS.map((rank) => (
          <option key={rank} value={rank}>
            {rank}
          </option>
        ))}
      </select>
    </label>
    <label>
      Suit{" "}
      <select value={card[1]} onChange={(event) => choose(`${card[0]}${event.currentTarget.value}`)}>
        <option value="-">–</option>
        {Object.entries(SUITS).map(([suit, name]) => (
          <option key={suit} value={suit}>
            {name}
          </option>
        ))}
      </select>
    </label>
    {isWhole(card) && <b>{cardName(card)}</b>}
  </fieldset>
);
