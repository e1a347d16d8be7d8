// Six places for what a hand may do and for going on: each is where it always is, and empty while it is not legal.

import type { ComponentChildren } from "preact";
import type { Command } from "../../shared/table-feed";
import { readerWorks } from "../devices/devices";
import { asked, one, type Question } from "../reading";
import { needsSharing, sharing } from "./sharing";
import { Tap } from "../tap";
import { act, type View } from "../terminal";

export function DecisionBar({ view }: { view: View }) {
  const decide = one(view, "decide");
  const may = (choice: string) => decide?.choices.includes(choice as never) ?? false;
  return (
    <div class="bar">
      <Place>{may("surrender") && <Simple question={decide!} type="Surrender" words="Surrender" />}</Place>
      <Place>{may("split") && <Simple question={decide!} type="Split" words="Split" />}</Place>
      <Place>{may("double") && <Simple question={decide!} type="Double" words="Double" />}</Place>
      <Place>{may("stand") && <Simple question={decide!} type="Stand" words="Stand" />}</Place>
      <Place>{may("hit") ? <Simple question={decide!} type="Hit" words="Hit" note="or draw the card" /> : <CardDue view={view} />}</Place>
      <Place>
        <GoOn view={view} />
      </Place>
    </div>
  );
}

export const Place = ({ children, wide = 1 }: { children: ComponentChildren; wide?: number }) => (
  <div class="place-of-button" style={{ gridColumn: `span ${wide}` }}>
    {children}
  </div>
);

interface SimpleProps {
  question: Question;
  type: "Surrender" | "Split" | "Double" | "Stand" | "Hit";
  words: string;
  note?: string;
}

/** All look alike, since none is advised. One tap; where bettors behind have a say, it opens their choices, and holding opens those of a double for less. */
function Simple({ question, type, words, note }: SimpleProps) {
  const shared = (type === "Double" || type === "Split") && needsSharing(question, type);
  const open = () => (sharing.value = { question: question.id, type: type as "Double" | "Split" });
  const command = { type, box: question.box! } as Command;
  const hint = type === "Double" && !shared ? "hold: for less" : note;
  return (
    <Tap
      name={type}
      class="big decision"
      onTap={() => (shared ? open() : act(type, { command, question: question.id }))}
      {...(type === "Double" ? { onHold: open } : {})}
    >
      {words}
      {shared ? <small>asks behind</small> : hint && <small>{hint}</small>}
    </Tap>
  );
}

const CardDue = ({ view }: { view: View }) => {
  const due = one(view, "card") ?? one(view, "hole");
  if (!due || one(view, "decide")) return null;
  return <p class="card-due">▲ draw a card</p>;
};

/** Going on where offers are open, turning up what lies face down, and what the reader said. */
function GoOn({ view }: { view: View }) {
  const up = one(view, "turn_up");
  if (up) return <Send question={up} command={turnUp(up)} words="Turn up" />;
  const peek = one(view, "peek");
  const proceed = one(view, "proceed");
  if (proceed) return <Send question={proceed} command={{ type: "Proceed" }} words={proceedWords(view)} />;
  if (peek && !readerWorks.value) return <ByHand question={peek} />;
  return null;
}

function turnUp(question: Question): Command {
  if (question.box) return { type: "TurnUpBox", box: question.box };
  return question.box === 0 ? { type: "TurnUpHole" } : { type: "TurnUpKept" };
}

function proceedWords(view: View): string {
  const [insure, surrender, rescue] = ["insure", "surrender", "rescue"].map((kind) => asked(view, kind).length > 0);
  if (insure) return surrender ? "Offers closed" : "Insurance closed";
  return surrender ? "No surrender" : rescue ? "Not taken back" : "Go on";
}

const Send = ({ question, command, words }: { question: Question; command: Command; words: string }) => (
  <Tap name={command.type} class="big primary" onTap={() => act(command.type, { command, question: question.id })}>
    {words}
  </Tap>
);

function ByHand({ question }: { question: Question }) {
  const read = (blackjack: boolean) => act("ReadHole", { command: { type: "ReadHole", blackjack }, question: question.id });
  return (
    <>
      <Tap name="reader yes" class="half" onTap={() => read(true)}>
        Reader: pontoon
      </Tap>
      <Tap name="reader no" class="half" onTap={() => read(false)}>
        Reader: none
      </Tap>
    </>
  );
}
