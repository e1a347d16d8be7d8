// The round as a story to read, and as a script that anybody can play again with `tablekeeper play`; and, for those who
// were granted it, what lay face down.

import { useState } from "preact/hooks";
import { get, request } from "../shared/api";
import { cardName } from "../shared/cards";
import { Dialog } from "../shared/dialog";
import { trying } from "../shared/notices";
import { asProblem, inWords } from "../shared/problem";
import { me } from "../shared/session";

interface Shown {
  title: string;
  text: string;
}

async function story(round: string): Promise<Shown> {
  const told = await get("/api/v1/rounds/{round}/story", { path: { round } });
  return { title: `Round ${round}`, text: `${told.lines.join("\n")}\n\n${await script(round)}` };
}

/** Not every round can be written as a script; the server says why. */
async function script(round: string): Promise<string> {
  try {
    return await (await request("get", "/api/v1/rounds/{round}/script", { path: { round } })).text();
  } catch (thrown) {
    return inWords(asProblem(thrown));
  }
}

const faceDown = async (round: string): Promise<Shown> => {
  const { cards } = await get("/api/v1/rounds/{round}/face-down", { path: { round } });
  const lines = cards.map((each) => `${cardName(each.card)}  (commitment ${each.commitment})`);
  return { title: `Face down in round ${round}`, text: lines.join("\n") || "No card lay face down." };
};

export function Story({ round }: { round: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (what: (round: string) => Promise<Shown>) => void trying(async () => setShown(await what(round)));
  return (
    <>
      <button type="button" onClick={() => show(story)}>
        Story
      </button>
      {me.value?.sees_face_down && (
        <button type="button" onClick={() => show(faceDown)} title="That you look is recorded.">
          Face-down cards
        </button>
      )}
      {shown && (
        <Dialog title={shown.title} close={() => setShown(null)}>
          <pre class="story" tabIndex={0}>
            {shown.text}
          </pre>
        </Dialog>
      )}
    </>
  );
}
