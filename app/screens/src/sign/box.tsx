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
  void: "Void",
};

export function BoxOnSign({ number, box }: { number: number; box: Box | undefined }) {
  if (!box || box.hands.length === 0) {
    return (
      <li class="box is-empty">
        <span class="box-number">{number}</span>
      </li>
    );
  }
  const sides = box.results.filter((result) => result.wager !== "main" && result.outcome === "win");
  return (
    <li class={`box hands-${box.hands.length}`} data-box={number} style={{ flexGrow: box.hands.length }}>
      <div class="hands">
        {box.hands.map((hand, index) => (
          <HandOnSign key={index} hand={hand} result={resultOf(box, index + 1)} />
        ))}
      </div>
      {sides.length > 0 && <p class="side-win">✓ Side bet</p>}
      <span class="box-number">{number}</span>
    </li>
  );
}

/** One word for a hand: bettors of one box may fare differently, and then the sign says nothing rather than half. */
function resultOf(box: Box, number: number): string {
  const settled = box.results.filter((each) => each.wager === "main" && each.hand === number);
  const [only, ...others] = new Set(settled.map((each) => each.outcome));
  if (only === undefined) return DONE[box.hands[number - 1]!.done];
  return others.length ? "" : OUTCOMES[only];
}

const HandOnSign = ({ hand, result }: { hand: Hand; result: string }) => (
  <div class={`hand cards-${Math.min(9, hand.cards.length + hand.face_down)}`}>
    <Cards cards={hand.cards} down={hand.face_down} />
    <span class="total">
      {totalOf(hand)}
      {hand.doubled && <small> ×2</small>}
    </span>
    <span class={result.startsWith("✓") ? "outcome is-win" : "outcome"}>{result}</span>
  </div>
);
