// The dealer's screen: the table as the dealer sees it, one sentence above, what is legal below.

import { effect } from "@preact/signals";
import { render } from "preact";
import { startClock } from "../shared/clock";
import { Connection } from "../shared/connection";
import { Notices, trying } from "../shared/notices";
import { me, whoIsThere } from "../shared/session";
import "../shared/base.css";
import "../shared/cards.css";
import "./dealer.css";
import { Beside } from "./remedies/correcting";
import { Actions } from "./actions";
import { Keying, SigningAmount } from "./wagers/betting-bar";
import { Insuring } from "./offers/offers";
import { Box } from "./box";
import { Door, Locked } from "./door";
import { closeFeed, feed, lastTapMs, TABLE, view, type View } from "./terminal";
import { lockedBy, looksAlready, offDuty } from "./duty";
import { DealerHand } from "./cards/hands";
import { DemoShoe } from "./devices/demo-shoe";
import { hand } from "./handed";
import { AmendedList } from "./payments/paying";
import { LastRound, LateWagers, Prompts } from "./notes";
import { Rebuilt } from "./remedies/rebuilt";
import { Tools } from "./tools";
import { Top } from "./top";
import { chosen } from "./wagers/wagering";

const LOST = { title: "Connection lost: do not deal", what: "Leave cards and chips as they are. What was recorded is safe." };

function Page() {
  const line = feed.value?.line;
  if (me.value === undefined) return <p class="wait">One moment…</p>;
  if (!line) return <Door />;
  const why = line.ended.value?.why;
  if (why === "signed_out" || why === "not_allowed") return <Door />;
  if (lockedBy.value !== null) return <Locked />;
  return (
    <>
      {view.value ? <Table view={view.value} /> : <p class="wait">Table {TABLE}: one moment…</p>}
      <Connection line={line} lost={LOST} />
    </>
  );
}

function Table({ view: now }: { view: View }) {
  return (
    <main class={`table${now.hold ? " holds" : ""}`} data-hand={hand.value} data-tap-ms={Math.round(lastTapMs.value)}>
      <h1 class="hidden-from-sight">Dealer, table {TABLE}</h1>
      <Top view={now} />
      <section class="middle">
        <DealerHand view={now} />
        <div class="messages">
          <DemoShoe view={now} />
          <Beside />
          <LastRound view={now} />
          <Prompts view={now} />
          <LateWagers view={now} />
          <AmendedList view={now} />
        </div>
      </section>
      <section class="boxes" style={{ gridTemplateColumns: widths(now) }} aria-label="Boxes, from the dealer's left">
        {Array.from({ length: now.config.boxes }, (_, index) => (
          <Box key={index + 1} view={now} number={index + 1} />
        ))}
      </section>
      <Actions view={now} />
      <Keying view={now} />
      <SigningAmount />
      <Insuring />
      <Rebuilt />
      <Tools view={now} />
    </main>
  );
}

/** A box whose hand was split has more room. */
function widths(now: View): string {
  const hands = (number: number) => now.sign.boxes.find((box) => box.number === number)?.hands.length ?? 1;
  return Array.from({ length: now.config.boxes }, (_, index) => `minmax(0, ${1 + 0.55 * (hands(index + 1) - 1)}fr)`).join(" ");
}

/** What was chosen for chips is forgotten when bets close, so that it is not there in the next round. */
effect(() => {
  if (view.value && !view.value.questions.some((each) => each.question === "bets")) chosen.value = null;
});
effect(() => {
  const ended = feed.value?.line.ended.value;
  if (ended?.why === "not_allowed") offDuty.value = true;
});

startClock();
document.title = `Dealer, table ${TABLE}`;
void trying(whoIsThere).then(() => trying(looksAlready));
render(
  <>
    <Page />
    <Notices />
  </>,
  document.body,
);
window.addEventListener("pagehide", closeFeed);
