// Every event in words, the one that is looked at in the middle.

import { useEffect, useRef } from "preact/hooks";
import { timeOfDay } from "../shared/clock";
import { difference } from "../shared/money";
import { LANE } from "../generated/words-of-lane";
import { look } from "./player";
import { current, events, index, type TimelineEvent } from "./stretch";

const EITHER_SIDE = 60;

export function EventList() {
  const at = index.value;
  const first = Math.max(0, at - EITHER_SIDE);
  const shown = events.value.slice(first, at + EITHER_SIDE);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => row.current?.scrollIntoView({ block: "center" }), [at]);
  return (
    <ol class="events" aria-label="Events">
      {shown.map((event) => (
        <Entry key={event.version} event={event} here={event.version === current.value?.version} row={row} />
      ))}
    </ol>
  );
}

const Entry = ({ event, here, row }: { event: TimelineEvent; here: boolean; row: { current: HTMLLIElement | null } }) => (
  <li ref={here ? row : null} class={`lane-${event.lane}${here ? " is-here" : ""}`} aria-current={here ? "step" : undefined} data-version={event.version}>
    <button type="button" tabIndex={-1} onClick={() => look(event.version)}>
      <span class="mono dim">
        {event.version} {timeOfDay(event.at_us)}
      </span>
      <span>{event.words}</span>
      {here && <Details event={event} />}
    </button>
  </li>
);

const Details = ({ event }: { event: TimelineEvent }) => (
  <span class="details dim">
    {LANE[event.lane]}: {event.device ? `told by ${event.device}` : `asked by ${event.actor}`}
    {event.places.length > 0 && ` at ${event.places.join(", ")}`}
    {event.moves.map((each) => ` · ${each.player || each.account} ${difference(each.cents)}`)}
  </span>
);
