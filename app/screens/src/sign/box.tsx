// One box on the sign: its hands side by side, totals, and what became of them in words and signs.

import { Cards } from "../shared/cards";
import type { Views } from "../shared/table-feed";
import { totalOf } from "./totals";

type Box = Views["sign"]["boxes"][number];
type Hand = Box["hands"][number];
type Result = Box["results"][number];

const OUTCOMES: Record<Result["outcome"], string> = {
  win: "✓ Win",
  lose: "Lose",
  stand_off: "Stand-off",
  surrender: "Surrender",
  rescue: "Rescued",
  returned: "Returned",
  void: "Void",
};
const DONE: Record<Hand["done"], string> = {
  "": "",
  stand: "Stands",
  pontoon: "Pontoon",
  twenty_one: "21",
  bust: "Over 21",
  one_card: "Stands",
  absent: "Stands",
  surrender: "Surrender",
  refused: "",
  passed: "",
  void: "Void",
};

/** What takes the place of the longer words where many hands lie. */
const SHORT: Record<string, string> = { "Stand-off": "Even", Surrender: "½ back", Rescued: "Rescue", Returned: "Back", "Over 21": "Over" };
/** More hands than this at the table, and their words are short. */
const CROWDED = 8;
/** More than this, and those of one box lie in two rows. */
const TWO_ROWS = 10;

interface Props {
  number: number;
  box: Box | undefined;
  /** How many hands lie at the whole table. */
  hands: number;
  /** Whether the round is over. */
  over: boolean;
}

export function BoxOnSign({ number, box, hands, over }: Props) {
  if (!box || box.hands.length === 0) {
    return (
      <li class="box is-empty">
        <span class="box-number">{number}</span>
      </li>
    );
  }
  const sides = box.results.filter((result) => result.wager !== "main" && result.outcome === "win");
  const columns = hands > TWO_ROWS ? Math.min(2, box.hands.length) : box.hands.length;
  return (
    <li class={hands > CROWDED ? "box is-crowded" : "box"} data-box={number} style={{ flexGrow: columns, "--columns": columns }}>
      <div class="hands">
        {box.hands.map((hand, index) => (
          <HandOnSign key={index} hand={hand} over={over} words={wordsFor(resultOf(box, index + 1), hands)} />
        ))}
      </div>
      {sides.length > 0 && <p class="side-win">✓ Side bet</p>}
      <span class="box-number">{number}</span>
    </li>
  );
}

const wordsFor = (result: string, hands: number): string => (hands > CROWDED ? (SHORT[result] ?? result) : result);

/** One word for a hand: bettors of one box may fare differently, and then the sign says nothing rather than half. */
function resultOf(box: Box, number: number): string {
  const settled = box.results.filter((each) => each.wager === "main" && each.hand === number);
  const [only, ...others] = new Set(settled.map((each) => each.outcome));
  if (only === undefined) return DONE[box.hands[number - 1]!.done];
  return others.length ? "" : OUTCOMES[only];
}

const HandOnSign = ({ hand, over, words }: { hand: Hand; over: boolean; words: string }) => {
  const count = hand.cards.length + hand.face_down;
  const total = totalOf(hand, over);
  return (
    <div class="hand">
      <div class="pile" style={{ "--one": count, "--two": Math.ceil(count / 2), "--three": Math.ceil(count / 3) }}>
        <Cards cards={hand.cards} down={hand.face_down} />
      </div>
      <span class="total" style={{ "--ems": 0.7 * total.length + (hand.doubled ? 1.2 : 0) }}>
        {total}
        {hand.doubled && <small> ×2</small>}
      </span>
      <span class={words.startsWith("✓") ? "outcome is-win" : "outcome"}>{words}</span>
    </div>
  );
};
