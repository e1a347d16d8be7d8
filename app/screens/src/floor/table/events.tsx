// The last events of the table, in the server's words, the newest first.

import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { timeOfDay } from "../../shared/clock";
import type { FloorFeed } from "./feed";

type Event = Schemas["EventTold"];
const SHOWN = 40;
/** Cards come one after the other: asked is at most so often. */
const ASKS_EVERY_MS = 700;

export function Events({ feed }: { feed: FloorFeed }) {
  const last = useMemo(() => lastEvents(feed), [feed]);
  useEffect(() => last.follow(), [last]);
  return (
    <section class="panel events" aria-label="Last events" tabIndex={0}>
      <h2>Last events</h2>
      <ol>
        {last.events.value.map((event) => (
          <li key={event.version}>
            <time>{timeOfDay(event.at_us)}</time>
            <span>{event.words}</span>
            <span class="dim">{event.actor.replace(/^\w+:/, "").split(" with ")[0]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function lastEvents(feed: FloorFeed) {
  const events = signal<readonly Event[]>([]);
  let told = 0;
  let asking = false;
  async function ask(): Promise<void> {
    const version = feed.version.peek();
    if (asking || version <= told) return;
    asking = true;
    try {
      const query = { after: told, newest: SHOWN };
      const found = await get("/api/v1/tables/{number}/events", { path: { number: feed.table }, query });
      events.value = [...found.events].reverse().concat(events.value).slice(0, SHOWN);
      told = found.events.at(-1)?.version ?? told;
    } catch {
      // asked again in a moment; that the server is away is told elsewhere
    }
    asking = false;
  }
  return {
    events,
    follow: () => {
      void ask();
      const timer = setInterval(() => void ask(), ASKS_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}
