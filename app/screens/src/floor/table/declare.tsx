// Something went wrong: declared with whatever the book's list says that it needs. Then the table holds.

import { useState } from "preact/hooks";
import { tell, trying } from "../../shared/notices";
import type { Command } from "../../shared/table-feed";
import { type Book, choiceName, type IrregularityTold } from "../book";
import { ClauseNumber } from "../clause";
import { Choice, Text } from "../forms/fields";
import { CardNamed, chosenCard, NO_CARD } from "./card-named";
import type { FloorFeed, FloorView } from "./feed";

type Need = IrregularityTold["needs"][number];
/** As it was typed or chosen; none yet: empty. */
type Said = Partial<Record<Need, string>>;
const WORDS: Record<Need, string> = {
  box: "Box",
  player: "Bettor",
  felt: "What lies on that box",
  card: "Which card",
  first: "The first of the two cards",
  second: "The other card",
  cards: "Cards that are in the shoe",
  dealt_before: "Cards that had left it before this record began",
  lies: "Where the card lies",
  paid: "Paid or collected on the table",
};
const CARDS: readonly Need[] = ["card", "first", "second"];
const COUNTED: readonly Need[] = ["cards", "dealt_before"];

interface Props {
  feed: FloorFeed;
  book: Book;
  told: IrregularityTold;
  done: () => void;
}

export function Declare({ feed, book, told, done }: Props) {
  const [said, setSaid] = useState<Said>({});
  const view = feed.view.value;
  const given = valuesOf(told, said);
  const declare = () =>
    void trying(async () => {
      const of = told.report === "Report" ? { irregularity: told.code } : {};
      await feed.order({ type: told.report, ...of, ...given } as Command);
      tell(`${told.words}: declared.`);
      done();
    });
  return (
    <div class="declare">
      <ul>
        {told.rulings.map((each, index) => (
          <li key={index} class={each.verdict === "forbidden" ? "dim" : ""}>
            {choiceName(book, each.choice)} <ClauseNumber clause={each.clause} forbids={each.verdict === "forbidden"} />
          </li>
        ))}
      </ul>
      <div class="fields">
        {view && told.needs.map((need) => <Asked key={need} need={need} view={view} said={said} say={(value) => setSaid({ ...said, [need]: value })} />)}
      </div>
      <button type="button" class="primary" disabled={given === null} onClick={declare}>
        Declare it
      </button>
    </div>
  );
}

/** What the command has, once all is said. */
function valuesOf(told: IrregularityTold, said: Said): Record<string, string | number | boolean> | null {
  const values = told.needs.map((need) => [need, valueOf(need, said[need] ?? "")] as const);
  if (values.some(([, value]) => value === null)) return null;
  const { lies, ...given } = Object.fromEntries(values) as Record<string, string | number | boolean>;
  if (lies === undefined) return given;
  const [box, hand] = String(lies).split(".").map(Number);
  return { ...given, box: box!, hand: hand! };
}

function valueOf(need: Need, text: string): string | number | boolean | null {
  if (CARDS.includes(need)) return chosenCard(text || NO_CARD);
  if (need === "player" || need === "lies") return text || null;
  if (need === "paid") return text ? text === "yes" : null;
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

interface AskedProps {
  need: Need;
  view: FloorView;
  said: Said;
  say: (value: string) => void;
}

function Asked({ need, view, said, say }: AskedProps) {
  const value = said[need] ?? "";
  if (CARDS.includes(need)) return <CardNamed legend={WORDS[need]} card={value || NO_CARD} choose={say} />;
  if (COUNTED.includes(need)) return <Text label={WORDS[need]} mode="numeric" value={value} put={say} />;
  return <Choice label={WORDS[need]} value={value} put={say} of={[["", "–"], ...choicesOf(need, view, said)]} />;
}

function choicesOf(need: Need, { dealer }: FloorView, said: Said): readonly (readonly [string, string])[] {
  if (need === "felt") return [["0", "No card"], ["1", "One card"]];
  if (need === "paid") return [["no", "Nothing yet"], ["yes", "Paid or collected"]];
  if (need === "lies") {
    const hands = dealer.sign.boxes.flatMap((box) => box.hands.map((_, index) => [box.number, index + 1] as const));
    return [...hands.map(([box, hand]) => [`${box}.${hand}`, `Box ${box}, hand ${hand}`] as const), ["0.1", "The dealer"]];
  }
  if (need === "player") return dealer.places.filter((place) => String(place.box) === said.box).map(({ player }) => [player, player]);
  return dealer.sign.boxes.map((box) => [String(box.number), `Box ${box.number}`]);
}

/** What the book has a way for, and people report: the rest comes to light by itself. */
export const reportable = (told: IrregularityTold): boolean => told.report !== null && told.rulings.length > 0;
