// The sentence: what to do now, and the clause. A tap shows the rule in our own words.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get } from "../shared/api";
import { Dialog } from "../shared/dialog";
import { ticking, timeOfDay, serverNow } from "../shared/clock";
import { trying } from "../shared/notices";
import type { View } from "./coming";
import { sentence } from "./sentence";
import { Tap } from "./tap";
import { TABLE } from "./terminal";

const asking = signal<{ words: string; clause: string | null } | null>(null);

export function Top({ view }: { view: View }) {
  const now = sentence(view);
  void ticking.value;
  return (
    <header class={`top${now.stop ? " stop" : ""}`}>
      <Tap name="sentence" local class="sentence" onTap={() => (asking.value = now)}>
        <span role="status" aria-live="polite">
          {now.words}
        </span>
        {now.clause && <span class="clause">{now.clause}</span>}
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
  const [lines, setLines] = useState<readonly string[] | null>(null);
  useEffect(() => {
    void trying(() => get("/api/v1/rulesets/{ruleset}", { path: { ruleset: view.sign.ruleset } })).then((book) => book && setLines(book.text.filter((line) => clause !== null && line.includes(clause))));
  }, [clause]);
  return (
    <Dialog title={clause ? `Clause ${clause}` : "What to do"} close={() => (asking.value = null)} class="rule">
      <p class="rule-words">{words}</p>
      {lines?.map((line) => <p key={line}>{line}</p>)}
    </Dialog>
  );
}
