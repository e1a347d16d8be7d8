// Something went wrong on the felt: what, from the book's list, then whatever has to be said with it, one thing at a time.

import { signal } from "@preact/signals";
import type { Schemas } from "../../shared/api";
import { Dialog } from "../../shared/dialog";
import type { Command } from "../../shared/table-feed";
import { procedures } from "../book";
import { CardKeys } from "../cards/card-pad";
import { NumberPad } from "../number-pad";
import { Tap } from "../tap";
import { act, type View } from "../terminal";
import { irregularityWords } from "../words";

type Told = Schemas["IrregularityTold"];
type Given = Record<string, string | number | boolean>;
interface Reported {
  told: Told | null;
  given: Given;
}
export const reporting = signal<Reported | null>(null);
// What can only have happened to cards or players of a round.
const IN_PLAY = /^(error_card|early_dealer|missed_|misplaced|card_to_empty|absent)/;

export function Reporting({ view }: { view: View }) {
  const { told, given } = reporting.value!;
  const close = () => (reporting.value = null);
  const next = told?.needs.find((need) => !(need in given));
  if (told && (next === "cards" || next === "dealt_before")) return <Count told={told} given={given} need={next} />;
  return (
    <Dialog title={told ? irregularityWords(told.code) : "What happened?"} close={close} class="list-dialog report">
      {!told && <List view={view} />}
      {told && next && <Need view={view} told={told} given={given} need={next} />}
    </Dialog>
  );
}

async function send(command: Command): Promise<void> {
  if (await act("report", { command })) reporting.value = null;
}

/** Ask for what is still needed, or report. */
function give(told: Told, given: Given): unknown {
  if (told.needs.some((need) => !(need in given))) return (reporting.value = { told, given });
  const type = told.report!;
  const more = type === "Report" ? { irregularity: told.code } : {};
  return send({ type, ...more, ...fieldsOf(given) } as Command);
}

/** Where a card lies is a box and one of its hands; box 0 is the dealer. */
function fieldsOf({ lies, ...given }: Given): Given {
  if (lies === undefined) return given;
  const [box, hand] = String(lies).split(".").map(Number);
  return { ...given, box: box!, hand: hand! };
}

function List({ view }: { view: View }) {
  const dealt = view.sign.boxes.length > 0;
  const known = procedures.value?.irregularities.filter((each) => each.report && (dealt || !IN_PLAY.test(each.code))) ?? [];
  const other = (name: Command["type"], words: string) => (
    <Tap key={name} name={name} class="report-item" onTap={() => send({ type: name } as Command)}>
      {words}
    </Tap>
  );
  return (
    <div class="report-list">
      {other("DrawCutCard", "The cutting card came out")}
      {known.map((each) => (
        <Tap key={each.code} name={each.code} class="report-item" onTap={() => give(each, {})}>
          {each.words}
        </Tap>
      ))}
      {other("ReportExposure", "A card was exposed while it was shuffled")}
      {other("DiscloseBurn", "Somebody asks to see the burnt card")}
    </div>
  );
}

interface NeedProps {
  told: Told;
  given: Given;
  need: Told["needs"][number];
}

function Need({ view, told, given, need }: NeedProps & { view: View }) {
  const choice = (words: string, value: string | number | boolean) => (
    <Tap key={words} name={words} class="big" onTap={() => give(told, { ...given, [need]: value })}>
      {words}
    </Tap>
  );
  if (need === "card" || need === "first" || need === "second") {
    const words = need === "card" ? "Which card?" : need === "first" ? "The first of the two cards?" : `${given.first}, and the other?`;
    return <CardKeys id={`${told.code} ${need}`} words={words} send={(card) => give(told, { ...given, [need]: card })} />;
  }
  if (need === "box") return <div class="bar">{view.sign.boxes.map((box) => choice(`Box ${box.number}`, box.number))}</div>;
  if (need === "lies") return <div class="bar">{placesOf(view).map(([words, value]) => choice(words, value))}</div>;
  if (need === "paid") {
    return (
      <div class="bar">
        <p class="bar-words">Was anything of this round paid or collected on the table?</p>
        {choice("Nothing yet", false)}
        {choice("Paid or collected", true)}
      </div>
    );
  }
  if (need === "player") return <div class="bar">{view.places.filter((each) => each.box === given.box).map((each) => choice(each.player, each.player))}</div>;
  return (
    <div class="bar">
      {[0, 1].map((cards) => choice(`Box ${given.box} has ${cards ? "one card" : "no card"}`, cards))}
      <Tap name="only its second" class="big" onTap={() => give(told, { ...given, felt: 1, first: true })}>
        {`Box ${given.box} has only its second card`}
      </Tap>
    </div>
  );
}

/** Every hand, and the dealer's. */
function placesOf(view: View): [string, string][] {
  const hands = view.sign.boxes.flatMap((box) =>
    box.hands.map((_, index): [string, string] => {
      const several = box.hands.length > 1 ? `, hand ${index + 1}` : "";
      return [`On box ${box.number}${several}`, `${box.number}.${index + 1}`];
    }),
  );
  return [...hands, ["With the dealer", "0.1"]];
}

function Count({ told, given, need }: NeedProps) {
  const title = need === "cards" ? "How many cards are in the shoe?" : "Cards that had left the shoe before this record began";
  return (
    <NumberPad
      title={title}
      choices={need === "dealt_before" ? [{ words: "None", value: 0 }] : []}
      action={(cards) => `${cards} cards`}
      fits={(cards) => cards >= 0}
      done={(cards) => give(told, { ...given, [need]: cards })}
      close={() => (reporting.value = null)}
    />
  );
}
