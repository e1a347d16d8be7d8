// What is offered behind a box: insurance to each bettor within the limits, surrender, taking back a double.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { money } from "../../shared/money";
import { NumberPad } from "../number-pad";
import { asked, type Question } from "../reading";
import { keying } from "../wagers/wagering";
import { Tap } from "../tap";
import { act, type View } from "../terminal";

/** The insurance whose amount is keyed in. */
export const insuring = signal<Question | null>(null);

export function BoxOffers({ view, number }: { view: View; number: number }) {
  const of = (kind: string) => asked(view, kind).filter((each) => each.box === number);
  const insure = of("insure");
  const surrender = of("surrender");
  const rescue = of("rescue");
  const amount = of("amount");
  if (!amount.length && !insure.length && !surrender.length && !rescue.length) return null;
  return (
    <div class={`offers${insure.length + surrender.length + rescue.length + amount.length > 2 ? " many" : ""}`}>
      <Offered words="Insurance" to={insure.map((each) => <InsureButton key={each.id} question={each} />)} />
      {[...new Set(rescue.map((each) => each.hand))].map((hand) => (
        <Offered key={hand} words={`Take back double${(hand ?? 1) > 1 ? `, hand ${hand}` : ""}`} to={rescue.filter((each) => each.hand === hand).map(TakeBack)} />
      ))}
      {amount.map((each) => (
        <Tap key={each.id} name={each.id} class="offer" onTap={() => (keying.value = { box: number, player: each.player! })}>
          {each.player}: $ ?
        </Tap>
      ))}
      {surrender.map((each) => (
        <Tap key={each.id} name={each.id} class="offer" onTap={() => act(each.id, { command: { type: "Surrender", box: number }, question: each.id })}>
          Surrender
        </Tap>
      ))}
    </div>
  );
}

/** What is offered to several bettors of the box, side by side. */
const Offered = ({ words, to }: { words: string; to: readonly ComponentChildren[] }) =>
  to.length === 0 ? null : (
    <div class={`offered of-${to.length}`} role="group" aria-label={words}>
      <span class="offer-words">{words}</span>
      <div class="offer-row">{to}</div>
    </div>
  );

const TakeBack = (question: Question) => (
  <Tap key={question.id} name={question.id} class="offer" onTap={() => takeBack(question)}>
    {question.player}
    <span class="hidden-from-sight"> takes back the double</span>
  </Tap>
);

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
      onTap={() => insure(question, most)}
      onHold={() => (insuring.value = question)}
    >
      <span>{question.player}</span> <span>{money(most)}</span>
      <span class="hidden-from-sight"> insurance; hold for another amount</span>
    </Tap>
  );
}

/** Less than the most that is allowed. */
export function Insuring() {
  const question = insuring.value;
  const limits = question?.limits[0];
  if (!question || !limits) return null;
  const cents = (value: number) => Math.round(value * 100);
  const unit = question.unit_cents ?? 1;
  return (
    <NumberPad
      title={`${question.player} insures: ${money(limits.least_cents)} to ${money(limits.most_cents)}${unit > 1 ? `, in steps of ${money(unit)}` : ""}`}
      action={(value) => `Insures ${money(cents(value))}`}
      point
      fits={(value) => cents(value) >= limits.least_cents && cents(value) <= limits.most_cents && cents(value) % unit === 0}
      done={(value) => insure(question, cents(value))}
      close={() => (insuring.value = null)}
    />
  );
}
