// Following a table as it plays: each new event is gone to as it comes, until somebody looks back.

import { effect, signal, untracked } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Connection } from "../shared/connection";
import { TableFeed } from "../shared/table-feed";
import { moment } from "./address";
import { arriveAt } from "./stretch";

type Feed = TableFeed<"surveillance">;
const feed = signal<Feed | null>(null);

export function stopFollowing(): void {
  feed.value?.stop();
  feed.value = null;
}

function follow(table: string): void {
  const made = new TableFeed(table, "surveillance");
  feed.value = made;
  const done = effect(() => {
    const newest = made.version.value;
    if (feed.value !== made) queueMicrotask(() => done());
    else if (newest) untracked(() => void arriveAt(newest));
  });
}

/** A switch; a table that nobody keeps, or an auditor, who has no feed, is told so by the connection. */
export function Live() {
  useEffect(() => stopFollowing, []);
  const on = feed.value;
  return (
    <>
      <button type="button" aria-pressed={on !== null} onClick={() => (on ? stopFollowing() : follow(moment.value!.table))}>
        {on ? "● Live" : "Go live"}
      </button>
      {on && <Connection line={on.line} lost={LOST} ended={<Back />} />}
    </>
  );
}

const LOST = { title: "Connection lost", what: "What is shown is what was last heard." };
const Back = () => (
  <button type="button" onClick={stopFollowing}>
    Back to the record
  </button>
);
