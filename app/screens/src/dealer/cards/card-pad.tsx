// Cards typed by hand, where no shoe tells them: a rank, then a suit, then the picture of the card, which is held against
// the one on the table before it is sent. Each card answers the question that was open when it was begun, so that none is
// typed twice.

import { signal } from "@preact/signals";
import { type CardCode, cardName, PlayingCard, SuitSign } from "../../shared/cards";
import type { Command } from "../../shared/table-feed";
import { padAsked } from "../devices/devices";
import type { Question } from "../reading";
import { Tap } from "../tap";
import { act } from "../terminal";

// The Spanish deck: no tens.
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"] as const;
const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const rank = signal("");
const picture = signal<CardCode | null>(null);
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
    picture.value = null;
    begunFor.value = id;
  };
  const show = (suit: string) => (picture.value = `${now}${suit}`);
  const finish = (card: CardCode) => {
    rank.value = "";
    picture.value = null;
    void send(card);
  };
  if (now && picture.value) return <Picture card={picture.value} words={words} enter={finish} />;
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
          <Tap key={suit} name={`suit ${suit}`} local off={!now} class="key suit-key" label={`${now} of ${NAMES[suit]}`} onTap={() => show(suit)}>
            <SuitSign suit={suit} /> {NAMES[suit]}
          </Tap>
        ))}
      </div>
    </div>
  );
}

/** Is this the card that lies there? */
function Picture({ card, words, enter }: { card: CardCode; words: string; enter: (card: CardCode) => void }) {
  return (
    <div class="card-pad card-picture" role="group" aria-label={`${words}: ${cardName(card)}?`}>
      <PlayingCard card={card} />
      <p class="pad-words">{cardName(card)}?</p>
      <Tap name="enter card" class="key primary" onTap={() => enter(card)}>
        Enter
      </Tap>
      <Tap name="change card" local class="key" onTap={() => (picture.value = null)}>
        Change
      </Tap>
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
