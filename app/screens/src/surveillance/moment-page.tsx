// One moment of one table: the table as it was, the timeline, the events around, the frames, the proof.

import { useEffect } from "preact/hooks";
import { clockOffsetMs, day, zone } from "../shared/clock";
import { tell } from "../shared/notices";
import { hasRole } from "../shared/session";
import { linkTo, moment, toSearch } from "./address";
import { EventList } from "./event-list";
import { loadFrames } from "./frames";
import { FrameList } from "./frame-list";
import { Lanes } from "./lanes";
import { Live } from "./live";
import { DisputePack } from "./pack";
import { Player } from "./player";
import { ProofBadge } from "./proof/badge";
import { Story } from "./story";
import { arrive, closed, current, round, whole, wholeRound } from "./stretch";
import { TableThen } from "./table-then";

/** Less than this may be the way of the answer. */
const TOLD_FROM_MS = 200;
/** Whoever goes from round to round does not want the frames of them all. */
const SETTLES_MS = 250;

export function MomentPage() {
  const at = moment.value!;
  const shown = round.value;
  const first = shown[0];
  const last = shown[shown.length - 1];
  useEffect(() => void arrive(), [at.table, at.version]);
  useEffect(() => void wholeRound(), [at.table, first?.round, current.value === undefined]);
  useEffect(() => {
    if (!first || !last || !whole.value) return;
    const timer = setTimeout(() => void loadFrames(at.table, first.at_us, last.recorded_us), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [at.table, first?.version, last?.version, whole.value]);
  return (
    <main class="moment">
      <Head proof={first && whole.value ? <ProofBadge table={at.table} events={shown} closed={closed.value} /> : null} />
      <TableThen />
      <EventList />
      <div class="bottom">
        <Player />
        <Lanes />
        <FrameList />
      </div>
    </main>
  );
}

function Head({ proof }: { proof: preact.ComponentChildren }) {
  const at = moment.value!;
  const event = current.value;
  const offset = Math.round(clockOffsetMs());
  const apart = Math.abs(offset) >= TOLD_FROM_MS;
  return (
    <header class="moment-head">
      <button type="button" onClick={toSearch}>
        ← Search
      </button>
      <h1>
        Table {at.table} <small>{event?.round ? `round ${event.round}` : "between rounds"}</small>
      </h1>
      <span class="dim">
        {event ? `${day(event.at_us)} (${zone()})` : ""} {apart && `(this machine's clock is ${Math.abs(offset)} ms ${offset > 0 ? "ahead" : "behind"})`}
      </span>
      {proof}
      <button type="button" onClick={() => void copyLink()}>
        Copy link
      </button>
      {hasRole("surveillance") && <Live />}
      {event?.round && <Story round={event.round} />}
      {event?.round && <DisputePack round={event.round} />}
    </header>
  );
}

async function copyLink(): Promise<void> {
  const link = `${location.origin}${linkTo(moment.value!)}`;
  try {
    await navigator.clipboard.writeText(link);
    tell("The link to this moment is copied.");
  } catch {
    tell(link); // without TLS a page may not write to the clipboard: it is shown to be copied by hand
  }
}
