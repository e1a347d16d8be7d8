// The sentence: what to do now, and the clause. A tap shows the rule in our own words.

import { signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { ticking, timeOfDay, serverNow } from "../shared/clock";
import { saidBy } from "./book";
import { sentence } from "./sentence";
import { Tap } from "./tap";
import { TABLE, type View } from "./terminal";

// What no book says, since it is about the record alone.
const HOUSE = "house";
const asking = signal<{ words: string; clause: string | null } | null>(null);

export function Top({ view }: { view: View }) {
  const now = sentence(view);
  void ticking.value;
  return (
    <header class={`top${now.stop ? " stop" : ""}`}>
      <Tap name="sentence" local class={`sentence${now.words.length > 62 ? " long" : ""}`} onTap={() => (asking.value = now)}>
        <span role="status" aria-live="polite">
          {now.words}
        </span>
        {now.clause && now.clause !== HOUSE && <span class="clause">{now.clause}</span>}
      </Tap>
      <p class="who">
        <strong>Table {TABLE}</strong> {view.sign.round ? `Round ${view.sign.round}` : ""}
        <br />
        {view.on_duty || "Nobody deals"} · {timeOfDay(serverNow() * 1000)}
      </p>
      {asking.value && <Rule view={view} />}
    </header>
  );
}

function Rule({ view }: { view: View }) {
  const { words, clause } = asking.value!;
  const said = clause ? saidBy(clause) : [];
  const lines = said.length || !clause ? [] : view.sign.rules.lines.filter((line) => line.clause === clause);
  return (
    <Dialog title={clause ? `Clause ${clause}` : "What to do"} close={() => (asking.value = null)} class="rule">
      <p class="rule-words">{words}</p>
      {said.map((each) => (
        <p key={each.clause}>
          <span class="clause">{each.clause}</span> {each.words}
          {each.reading && <span class="dim"> {each.reading}</span>}
        </p>
      ))}
      {lines.map((line) => (
        <p key={line.option}>
          <span class="clause">{line.clause}</span> {line.text}
        </p>
      ))}
    </Dialog>
  );
}
