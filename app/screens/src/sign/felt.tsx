// The layout as it lies: the dealer's hand and every box. While wagers are taken nothing lies there, and the last round
// is shown instead, marked as what it is.

import { CardBack, Cards } from "../shared/cards";
import type { Views } from "../shared/table-feed";
import { BoxOnSign } from "./box";
import { totalOf } from "./totals";

type View = Views["sign"];

export function Felt({ view }: { view: View }) {
  const lying = view.boxes.length > 0 || view.dealer.cards.length > 0;
  const last = lying ? null : view.last;
  const shown = last ?? view;
  const over = last !== null || view.phase === "complete" || view.phase === "void";
  const hands = shown.boxes.reduce((sum, box) => sum + box.hands.length, 0);
  return (
    <section class={last ? "felt is-last" : "felt"} aria-label={last ? `Last round, ${last.number}` : "This round"}>
      <Dealer hand={shown.dealer} over={over} mark={last ? `Last round${last.void ? ", void" : ""}` : ""} />
      <ol class="boxes">
        {Array.from({ length: view.limits.boxes }, (_, index) => (
          <BoxOnSign key={index} number={index + 1} over={over} box={shown.boxes.find((box) => box.number === index + 1)} hands={hands} />
        ))}
      </ol>
    </section>
  );
}

function Dealer({ hand, over, mark }: { hand: View["dealer"]; over: boolean; mark: string }) {
  const count = hand.cards.length + hand.face_down;
  const none = count === 0;
  return (
    <div class="dealer" data-points={hand.points} style={{ "--count": Math.max(1, count) }}>
      <h2>
        Dealer
        {mark && <span class="last-mark">{mark}</span>}
      </h2>
      {none ? <CardBack class="not-there" /> : <Cards cards={hand.cards} down={hand.face_down} />}
      <span class="total">{totalOf(hand, over)}</span>
    </div>
  );
}
