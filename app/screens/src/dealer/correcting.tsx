// "That card was for…": the felt is right and the record wrong. The server says which readings fit; one tap takes one.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../shared/api";
import { Dialog } from "../shared/dialog";
import { trying } from "../shared/notices";
import { hardOrSoft } from "./reading";
import { Tap } from "./tap";
import { act, feed, TABLE, type View } from "./terminal";

export const correcting = signal(false);
type Reading = Schemas["Correction"];

export function Correcting({ view }: { view: View }) {
  const [readings, setReadings] = useState<readonly Reading[] | null>(null);
  const version = feed.value?.version.value;
  useEffect(() => {
    void trying(() => get("/api/v1/tables/{number}/corrections", { path: { number: TABLE } })).then((found) => found && setReadings(found.corrections));
  }, [version]);
  const close = () => (correcting.value = false);
  const take = async (each: Reading) => {
    const command = { type: "CorrectRecord", correction: each.correction, box: each.box, hand: each.hand } as const;
    if (await act("correct", { command })) close();
  };
  return (
    <Dialog title="The felt is right, the record is wrong" close={close} class="list-dialog">
      {readings === null && <p>Looking which readings fit…</p>}
      {readings?.length === 0 && <p>No other reading fits the cards. What was paid cannot be corrected here: call the supervisor.</p>}
      {readings?.map((each) => (
        <Tap key={`${each.correction}${each.box}.${each.hand}`} name={`${each.correction} ${each.box}.${each.hand}`} class="big wide" onTap={() => take(each)}>
          {readingWords(view, each)}
          <small>{handWords(view, each)}</small>
        </Tap>
      ))}
    </Dialog>
  );
}

const boxWords = (each: Reading): string => `box ${each.box}${each.hand > 1 ? `, hand ${each.hand}` : ""}`;
const readingWords = (_view: View, each: Reading): string =>
  each.correction === "stood" ? `That card was not for ${boxWords(each)}: it had stood` : `That card was for ${boxWords(each)}: it had not stood`;

function handWords(view: View, each: Reading): string {
  const hand = view.sign.boxes.find((box) => box.number === each.box)?.hands[each.hand - 1];
  return hand ? `now ${hand.cards.join(" ")}, ${hardOrSoft(hand)}` : "";
}
