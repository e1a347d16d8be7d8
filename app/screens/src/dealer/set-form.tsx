// Which set of cards comes to the table: one that is here already, or one whose id is scanned or keyed.

import { useState } from "preact/hooks";
import { Dialog } from "../shared/dialog";
import type { Question } from "./reading";
import { Tap } from "./tap";
import { act, type View } from "./terminal";

const COLOURS = ["red", "blue", "green", "black"];
const KEYS = [..."1234567890", ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", "⌫"];

export function SetForm({ view, question, close }: { view: View; question: Question; close: () => void }) {
  const [id, setId] = useState("");
  const [colour, setColour] = useState(COLOURS[0]!);
  const here = view.checklist.sets;
  const bring = async () => {
    if (await act("bring set", { command: { type: "BringSet", set_id: id.trim(), colour, replaces: false }, question: question.id })) close();
  };
  return (
    <Dialog title="A set of cards comes to the table" close={close} class="set-form">
      <label>
        Its id, scanned or keyed
        <input value={id} autocomplete="off" onInput={(event) => setId(event.currentTarget.value)} />
      </label>
      {here.length > 0 && <p class="dim">At the table: {here.map((each) => `${each.id} (${each.colour})`).join(", ")}</p>}
      <div class="letter-pad" role="group" aria-label="letters and digits">
        {KEYS.map((key) => (
          <Tap key={key} name={`letter ${key}`} local class="key" label={key === "⌫" ? "back" : key} onTap={() => setId(key === "⌫" ? id.slice(0, -1) : id + key)}>
            {key}
          </Tap>
        ))}
      </div>
      <div class="pad-choices">
        {COLOURS.map((each) => (
          <Tap key={each} name={`colour ${each}`} local class={`choice${colour === each ? " chosen" : ""}`} pressed={colour === each} onTap={() => setColour(each)}>
            {each}
          </Tap>
        ))}
      </div>
      <Tap name="bring set" class="primary big wide" off={!id.trim()} onTap={bring}>
        Bring {id || "the set"}, {colour}
      </Tap>
    </Dialog>
  );
}
