// Which set of cards comes to the table: one of those that the house has issued to it. A house without a register names
// its sets as it likes, so there the id is scanned or keyed.

import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { Dialog } from "../../shared/dialog";
import { trying } from "../../shared/notices";
import type { Question } from "../reading";
import { Tap } from "../tap";
import { act, TABLE, type View } from "../terminal";

const COLOURS = ["red", "blue"];
const KEYS = [..."1234567890", ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", "⌫"];

export function SetForm({ view, question, close }: { view: View; question: Question; close: () => void }) {
  const [sets, setSets] = useState<Schemas["SetsHere"] | null>(null);
  useEffect(() => {
    void trying(() => get("/api/v1/tables/{number}/card-sets", { path: { number: TABLE } })).then((found) => found && setSets(found));
  }, []);
  const replaces = view.checklist.set_in_use !== null && view.config.shuffler !== "alternating";
  const bring = async (set_id: string, colour: string) => {
    if (await act("bring set", { command: { type: "BringSet", set_id, colour, replaces }, question: question.id })) close();
  };
  return (
    <Dialog title="A set of cards comes to the table" close={close} class="set-form">
      {sets === null ? <p>Looking which sets were issued to this table…</p> : sets.registered ? <Issued sets={sets.card_sets} bring={bring} /> : <Keyed bring={bring} />}
    </Dialog>
  );
}

type Bring = (id: string, colour: string) => unknown;

function Issued({ sets, bring }: { sets: Schemas["SetsHere"]["card_sets"]; bring: Bring }) {
  const free = sets.filter((each) => !each.brought);
  if (!free.length) return <p>No set is issued to this table: the supervisor issues one on the floor's screen.</p>;
  return (
    <div class="pad-choices">
      {free.map((each) => (
        <Tap key={each.set_id} name={`set ${each.set_id}`} class="big primary" onTap={() => bring(each.set_id, each.colour)}>
          {each.set_id}
          <small>
            {each.colour}, {each.decks} decks
          </small>
        </Tap>
      ))}
    </div>
  );
}

function Keyed({ bring }: { bring: Bring }) {
  const [id, setId] = useState("");
  return (
    <>
      <label>
        The id of the set, scanned or keyed
        <input value={id} autocomplete="off" onInput={(event) => setId(event.currentTarget.value)} />
      </label>
      <div class="letter-pad" role="group" aria-label="letters and digits">
        {KEYS.map((key) => (
          <Tap key={key} name={`letter ${key}`} local class="key" label={key === "⌫" ? "back" : key} onTap={() => setId(key === "⌫" ? id.slice(0, -1) : id + key)}>
            {key}
          </Tap>
        ))}
      </div>
      <div class="pad-choices">
        {COLOURS.map((colour) => (
          <Tap key={colour} name={`bring ${colour}`} class="big primary" off={!id.trim()} onTap={() => bring(id.trim(), colour)}>
            {id || "…"}, {colour}
          </Tap>
        ))}
      </div>
    </>
  );
}
