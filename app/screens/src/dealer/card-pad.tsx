// Cards typed by hand, where no shoe tells them: a rank, then a suit. Each card answers the question that was open when
// it was begun, so that none is typed twice.

import { signal } from "@preact/signals";
import { type CardCode, SuitSign } from "../shared/cards";
import type { Command } from "../shared/table-feed";
import { padAsked } from "./devices";
import type { Question } from "./reading";
import { Tap } from "./tap";
import { act } from "./terminal";

// The Spanish deck: no tens.
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"] as const;
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const rank = signal("");
const begunFor = signal("");

interface Props {
  /** What is begun with another id is not finished for this one. */
  id: string;
  words: string;
  send: (card: CardCode) => unknown;
}

export function CardKeys({ id, words, send }: Props) {
  const now = begunFor.value === id ? rank.value : "";
  const begin = (which: string) => {
    rank.value = which;
    begunFor.value = id;
  };
  const finish = (suit: string) => {
    const card = `${now}${suit}`;
    rank.value = "";
    void send(card);
  };
  return (
    <div class="card-pad" role="group" aria-label={words}>
      <div class="ranks">
        {RANKS.map((each) => (
          <Tap key={each} name={`rank ${each}`} local class={`key${now === each ? " chosen" : ""}`} pressed={now === each} onTap={() => begin(each)}>
            {each}
          </Tap>
        ))}
      </div>
      <div class="suits">
        <p class="pad-words">{now ? `${now} of…` : words}</p>
        {SUITS.map((suit) => (
          <Tap key={suit} name={`suit ${suit}`} off={!now} class="key suit-key" label={`${now} of ${NAMES[suit]}`} onTap={() => finish(suit)}>
            <SuitSign suit={suit} /> {NAMES[suit]}
          </Tap>
        ))}
      </div>
    </div>
  );
}

export function TypedCards({ question }: { question: Question }) {
  const where = question.step === "burn" ? "burnt" : question.box === 0 ? "dealer" : `box ${question.box}`;
  const send = (card: string) => {
    const command: Command = { type: "TypeCard", card };
    padAsked.value = false;
    return act("card pad", { command, question: question.id });
  };
  return <CardKeys id={question.id} words={`Key the card: ${where}`} send={send} />;
}
