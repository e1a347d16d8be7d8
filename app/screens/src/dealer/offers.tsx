// What is offered behind a box: insurance to each bettor within the limits, surrender, taking back a double.

import { signal } from "@preact/signals";
import { money } from "../shared/money";
import { asked, type Question } from "./reading";
import { Tap } from "./tap";
import { act, type View } from "./terminal";

/** The insurance whose amount is keyed in. */
export const insuring = signal<Question | null>(null);

export function BoxOffers({ view, number }: { view: View; number: number }) {
  const of = (kind: string) => asked(view, kind).filter((each) => each.box === number);
  const insure = of("insure");
  const surrender = of("surrender");
  const rescue = of("rescue");
  if (!insure.length && !surrender.length && !rescue.length) return null;
  return (
    <div class={`offers${insure.length + surrender.length + rescue.length > 2 ? " many" : ""}`}>
      {insure.length > 0 && <span class="offer-words">Insurance</span>}
      {insure.map((each) => (
        <InsureButton key={each.id} question={each} />
      ))}
      {surrender.map((each) => (
        <Tap key={each.id} name={each.id} class="offer" onTap={() => act(each.id, { command: { type: "Surrender", box: number }, question: each.id })}>
          Surrender
        </Tap>
      ))}
      {rescue.map((each) => (
        <Tap key={each.id} name={each.id} class="offer" onTap={() => takeBack(each)} label={`${each.player} takes the double back`}>
          {each.player} takes back
        </Tap>
      ))}
    </div>
  );
}

function takeBack(question: Question) {
  const command = { type: "TakeBackDouble", box: question.box!, player: question.player!, hand: question.hand } as const;
  return act(question.id, { command, question: question.id });
}

export const insure = (question: Question, cents: number) =>
  act(question.id, { command: { type: "Insure", box: question.box!, player: question.player!, cents }, question: question.id });

function InsureButton({ question }: { question: Question }) {
  const most = question.limits[0]?.most_cents ?? 0;
  return (
    <Tap
      name={question.id}
      class="offer"
      off={most <= 0}
      label={`${question.player} insures ${money(most)}; hold for another amount`}
      onTap={() => insure(question, most)}
      onHold={() => (insuring.value = question)}
    >
      {question.player} {money(most)}
    </Tap>
  );
}
