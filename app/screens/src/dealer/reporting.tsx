// Something went wrong on the felt: what, then which box, player or card it is about, as far as that has to be said.

import { signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import type { Command } from "../shared/table-feed";
import { CardKeys } from "./card-pad";
import { NumberPad } from "./number-pad";
import { playing } from "./reading";
import { Tap } from "./tap";
import { act, type View } from "./terminal";
import { irregularityWords } from "./words";

type Step = { step: "list" } | { step: "box" | "felt" | "player"; code: string; box?: number } | { step: "card"; code: string; first?: string } | { step: "count" };
export const reporting = signal<Step | null>(null);

const ABOUT_A_BOX = ["missed_card", "missed_hit", "absent_player", "missed_insurance_offer", "missed_surrender_offer"];
const CARDS = ["face_up_card", "two_cards_at_once", "damaged_card"];
const IN_PLAY = [
  "error_card", "missed_hit", "missed_card", "missed_dealer_card", "misplaced_card", "card_to_empty_box", "missed_insurance_offer",
  "missed_surrender_offer", "absent_player",
];
const ALWAYS = [
  "two_cards_at_once", "face_up_card", "damaged_card", "burnt_in_error", "cut_card_missing", "cut_card_passed", "unshuffled_cards", "interruption",
  "late_error",
];

export function Reporting({ view }: { view: View }) {
  const now = reporting.value!;
  const close = () => (reporting.value = null);
  if (now.step === "count") return <NumberPad title="How many cards are in the shoe?" action={(cards) => `${cards} cards`} fits={(cards) => cards >= 0} done={(cards) => send({ type: "CountShoe", cards })} close={close} />;
  return (
    <Dialog title={now.step === "list" ? "What happened?" : irregularityWords(now.code)} close={close} class="list-dialog report">
      {now.step === "list" ? <List view={view} /> : now.step === "card" ? <Card code={now.code} first={now.first} /> : <About view={view} now={now} />}
    </Dialog>
  );
}

async function send(command: Command): Promise<void> {
  if (await act("report", { command })) reporting.value = null;
}

function List({ view }: { view: View }) {
  const codes = [...(playing(view) ? IN_PLAY : []), ...ALWAYS, ...(view.config.shuffler === "none" ? [] : ["shuffler_fault"]), ...(view.config.hole_card === "reader" ? ["reader_broken", "reader_misused", "reader_was_wrong"] : [])];
  const other = (name: string, words: string, then: () => unknown) => (
    <Tap key={name} name={name} class="report-item" onTap={then}>
      {words}
    </Tap>
  );
  return (
    <div class="report-list">
      {codes.map((code) => other(code, irregularityWords(code), () => begin(code)))}
      {other("DrawCutCard", "The cutting card came out", () => send({ type: "DrawCutCard" }))}
      {other("ReportShoeEmpty", "The shoe is empty", () => send({ type: "ReportShoeEmpty" }))}
      {other("CountShoe", "The cards in the shoe were counted", () => (reporting.value = { step: "count" }))}
      {other("ReportExposure", "A card was exposed while shuffling", () => send({ type: "ReportExposure" }))}
      {other("DiscloseBurn", "Somebody asks to see the burnt card", () => send({ type: "DiscloseBurn" }))}
    </div>
  );
}

function begin(code: string): unknown {
  if (CARDS.includes(code)) return (reporting.value = { step: "card", code });
  if (ABOUT_A_BOX.includes(code)) return (reporting.value = { step: "box", code });
  return send({ type: "Report", irregularity: code as never });
}

function Card({ code, first }: { code: string; first?: string | undefined }) {
  const done = (card: string): unknown => {
    if (code === "face_up_card") return send({ type: "FindFaceUp", card });
    if (code === "damaged_card") return send({ type: "ReportDamage", card });
    return first ? send({ type: "DrawTogether", first, second: card }) : (reporting.value = { step: "card", code, first: card });
  };
  const words = code !== "two_cards_at_once" ? "Which card?" : first ? `${first}, and the other card?` : "The first of the two cards?";
  return <CardKeys id={`${code} ${first ?? ""}`} words={words} send={done} />;
}

function About({ view, now }: { view: View; now: { step: "box" | "felt" | "player"; code: string; box?: number } }) {
  const choice = (words: string, then: () => unknown) => (
    <Tap key={words} name={words} class="big" onTap={then}>
      {words}
    </Tap>
  );
  const report = (more: object) => send({ type: "Report", irregularity: now.code as never, ...more });
  if (now.step === "felt")
    return <div class="bar">{[0, 1].map((felt) => choice(`Box ${now.box} has ${felt ? "one card" : "no card"}`, () => report({ box: now.box, felt })))}</div>;
  if (now.step === "player")
    return <div class="bar">{view.places.filter((each) => each.box === now.box).map((each) => choice(each.player, () => report({ box: now.box, player: each.player })))}</div>;
  const chosen = (box: number): unknown => {
    if (now.code === "missed_card") return (reporting.value = { ...now, step: "felt", box });
    if (now.code === "missed_insurance_offer") return (reporting.value = { ...now, step: "player", box });
    return report({ box });
  };
  return <div class="bar">{view.sign.boxes.map((box) => choice(`Box ${box.number}`, () => chosen(box.number)))}</div>;
}
