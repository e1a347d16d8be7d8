// The cards between shoes: the checklist, what is open now, who does it.

import { signal } from "@preact/signals";
import { cardName } from "../../shared/cards";
import { Credentials } from "../../shared/sign-in";
import { Dialog } from "../../shared/dialog";
import type { Command } from "../../shared/table-feed";
import { TypedCards } from "../cards/card-pad";
import { padWanted } from "../devices/devices";
import { NumberPad } from "../number-pad";
import { asked, type Question } from "../reading";
import { SetForm } from "./set-form";
import { Tap } from "../tap";
import { act, feed, type View } from "../terminal";
import { stepWords } from "../words";

const DECK = 48;
const opened = signal<{ what: "sign" | "cut" | "cut_card" | "set"; question: Question } | null>(null);
const close = () => (opened.value = null);

export function ShoeBar({ view }: { view: View }) {
  const steps = asked(view, "shoe");
  const burn = steps.find((each) => each.step === "burn");
  if (burn && padWanted.value) return <TypedCards question={burn} />;
  return (
    <div class="shoe-bar">
      <Checklist view={view} />
      <div class="bar">
        {steps.map((each) => (
          <StepButtons key={each.id} question={each} />
        ))}
      </div>
      {opened.value && <Opened view={view} />}
    </div>
  );
}

function Checklist({ view }: { view: View }) {
  const preparation = view.checklist.preparation;
  if (!preparation) return null;
  return (
    <ol class="checklist" aria-label={`Set ${preparation.set_id}`}>
      {preparation.steps.map((each) => (
        <li key={`${each.step}${each.who}`} class={each.state}>
          {each.state === "done" ? "✓ " : each.state === "now" ? "▶ " : ""}
          {stepWords(each.step)}
          {each.who ? ` (${each.who})` : ""}
          {each.times > 1 ? ` ×${each.times}` : ""}
          {each.by ? `: ${each.by}` : ""}
        </li>
      ))}
    </ol>
  );
}

const send = (question: Question, command: Command) => act(question.id, { command, question: question.id });

function StepButtons({ question }: { question: Question }) {
  const step = question.step ?? "";
  const [name, rest = ""] = step.split(" ");
  const big = (words: string, onTap: () => unknown, main = true, note = "", control = step) => (
    <Tap key={words} name={control} class={`big${main ? " primary" : ""}`} onTap={onTap}>
      {words}
      {note && <small>{note}</small>}
    </Tap>
  );
  const open = (what: "sign" | "cut" | "cut_card" | "set") => (opened.value = { what, question });
  switch (name) {
    case "burn":
      return <p class="card-due">▲ burn one card face down</p>;
    case "set":
      return big("Bring a set…", () => open("set"));
    case "load":
      return big("Shoe is loaded", () => send(question, { type: "LoadShoe" }));
    case "shuffle":
      return big("Shuffle finished", () => send(question, { type: "FinishShuffle" }));
    case "cut_card":
      return big("Cutting card…", () => open("cut_card"));
    case "cut":
      return (
        <>
          {big(rest ? `Box ${rest} cuts…` : "Cut…", () => open("cut"))}
          {rest && big(`Box ${rest} declines`, () => send(question, { type: "DeclineCut", box: Number(rest) }), false, "", "decline")}
        </>
      );
    case "replace_card":
      return big(`The ${cardName(rest)} is replaced`, () => send(question, { type: "ReplaceCard", card: rest }));
    default:
      if (rest && rest !== "dealer") return big(stepWords(name ?? ""), () => open("sign"), true, `${rest} signs`);
      return big(stepWords(name ?? ""), () => send(question, { type: "DoStep", step: name ?? "", who: rest || null }), true, rest ? "you" : "");
  }
}

function Opened({ view }: { view: View }) {
  const { what, question } = opened.value!;
  const [name = "", rest = ""] = (question.step ?? "").split(" ");
  if (what === "set") return <SetForm view={view} question={question} close={close} />;
  if (what === "cut" || what === "cut_card") return <Depth view={view} question={question} />;
  const sign = async (who: string, pin: string) => {
    await feed.value!.order({ type: "DoStep", step: name, who: rest }, question.id, [{ who, pin }]);
    close();
  };
  return (
    <Dialog title={`${stepWords(name)}: the ${rest} signs`} close={close}>
      <Credentials action={`Done: ${stepWords(name)}`} submit={sign} />
    </Dialog>
  );
}

/** How deep: nobody counts, so fractions of the cards come first. */
function Depth({ view, question }: { view: View; question: Question }) {
  const name = (question.step ?? "").split(" ")[0];
  const box = Number((question.step ?? "").split(" ")[1]) || null;
  const size = view.config.decks * DECK;
  const cut = view.checklist.preparation?.cut;
  const [least, most] = name === "cut" ? [cut?.front_least ?? 0, cut?.front_most ?? size] : [cut?.back_least ?? 0, cut?.back_most ?? size];
  const fits = (value: number) => value > 0 && value >= least && value <= most;
  const parts: [string, number][] = [["¼", 1 / 4], ["⅓", 1 / 3], ["½", 1 / 2], ["⅔", 2 / 3], ["¾", 3 / 4]];
  const decks: [string, number][] = [["1 deck", 1], ["1½ decks", 1.5], ["2 decks", 2], ["2½ decks", 2.5], ["3 decks", 3]].filter(([, of]) => (of as number) < view.config.decks) as never;
  const choices = name === "cut" ? parts.map(([words, of]) => ({ words, value: Math.round(size * of) })) : decks.map(([words, of]) => ({ words, value: of * DECK }));
  const cutter = box ?? (cut && !cut.employee ? (cut.boxes[0] ?? null) : null);
  const command = (cards: number): Command => (name === "cut" ? { type: "CutCards", box: cutter, cards } : { type: "PlaceCutCard", cards });
  const from = name === "cut" ? "from the front" : "from the back";
  return (
    <NumberPad
      title={`How many cards ${from}? ${least} to ${most} of ${size}`}
      choices={choices}
      action={(value) => `${value} cards ${from}`}
      fits={fits}
      done={(cards) => send(question, command(cards))}
      close={close}
    />
  );
}
