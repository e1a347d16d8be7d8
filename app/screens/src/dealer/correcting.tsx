// "That card was for…": the felt is right and the record wrong. The server says which readings fit; one tap takes one.

import { signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { hardOrSoft } from "./reading";
import { Tap } from "./tap";
import { act, feed, type View } from "./terminal";

export const correcting = signal(false);
type Reading = NonNullable<typeof feed.value>["corrections"]["value"][number];
// So many fit beside the dealer's hand.
const MOST_BESIDE = 2;

const readings = (): readonly Reading[] => feed.value?.corrections.value ?? [];
const boxWords = (each: Reading): string => `box ${each.box}${each.hand > 1 ? `, hand ${each.hand}` : ""}`;
const words = (each: Reading): string => (each.correction === "stood" ? `That card was not for ${boxWords(each)}` : `That card was for ${boxWords(each)}`);
const why = (each: Reading): string => (each.correction === "stood" ? "it had stood" : "it had not stood");

async function take(each: Reading): Promise<void> {
  const command = { type: "CorrectRecord", correction: each.correction, box: each.box, hand: each.hand } as const;
  if (await act("correct", { command })) correcting.value = false;
}

/** The readings that are nearest, beside the dealer's hand. */
export function Beside() {
  return (
    <div class="beside">
      {readings().slice(0, MOST_BESIDE).map((each) => (
        <Tap key={`${each.correction}${each.box}.${each.hand}`} name={`${each.correction} ${each.box}.${each.hand}`} class="correction" onTap={() => take(each)}>
          {words(each)}
          <small>{why(each)}</small>
        </Tap>
      ))}
    </div>
  );
}

export function Correcting({ view }: { view: View }) {
  const found = readings();
  return (
    <Dialog title="The felt is right, the record is wrong" close={() => (correcting.value = false)} class="list-dialog">
      {found.length === 0 && <p>No other reading fits the cards. What was paid cannot be put right here: call the supervisor.</p>}
      {found.map((each) => (
        <Tap key={`${each.correction}${each.box}.${each.hand}`} name={`reading ${each.correction} ${each.box}.${each.hand}`} class="big wide" onTap={() => take(each)}>
          {words(each)}: {why(each)}
          <small>{handWords(view, each)}</small>
        </Tap>
      ))}
    </Dialog>
  );
}

function handWords(view: View, each: Reading): string {
  const hand = view.sign.boxes.find((box) => box.number === each.box)?.hands[each.hand - 1];
  return hand ? `now ${hand.cards.join(" ")}, ${hardOrSoft(hand)}` : "";
}
