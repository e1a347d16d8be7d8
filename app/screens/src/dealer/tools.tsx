// The strip at the very bottom: what is always there, whatever the table asks.

import { signal } from "@preact/signals";
import { UNDO } from "../generated/words-of-undo";
import { post } from "../shared/api";
import { ago } from "../shared/clock";
import { trying } from "../shared/notices";
import { Correcting, correcting } from "./remedies/correcting";
import { DeviceChips, DevicesLarge, padAsked } from "./devices/devices";
import { lock } from "./duty";
import { Relief, relieving } from "./door";
import { changeHands } from "./handed";
import { Reporting, reporting } from "./irregularities/reporting";
import { Tap } from "./tap";
import { act, feed, TABLE, type View } from "./terminal";
import { inWordsOf } from "./words";

export function Tools({ view }: { view: View }) {
  return (
    <nav class="tools" aria-label="Always">
      <Undo view={view} />
      <Tap name="correct" local class="tool" onTap={() => (correcting.value = true)}>
        That card was for…
      </Tap>
      <Tap name="report" local class="tool" onTap={() => (reporting.value = { told: null, given: {} })}>
        Report…
      </Tap>
      <Tap name="pad" local class={`tool${padAsked.value ? " chosen" : ""}`} pressed={padAsked.value} onTap={() => (padAsked.value = !padAsked.value)}>
        Key cards
      </Tap>
      <DeviceChips />
      <Tap name="hand" local class="tool" onTap={changeHands}>
        ⇄<span class="hidden-from-sight"> Change sides, for the other hand</span>
      </Tap>
      <Tap name="relief" local class="tool" onTap={() => (relieving.value = true)}>
        Relief
      </Tap>
      <Tap name="lock" local class="tool" onTap={lock}>
        Lock
      </Tap>
      <CallSupervisor />
      {correcting.value && <Correcting view={view} />}
      {reporting.value && <Reporting view={view} />}
      {relieving.value && <Relief mayLeave={true} />}
      <DevicesLarge />
    </nav>
  );
}

/** What it would take back is said on it; where nothing can be, it is grey. */
function Undo({ view }: { view: View }) {
  const undo = view.undo;
  const where = undo?.player ? ` ${undo.player}` : undo?.box ? ` box ${undo.box}` : "";
  const what = undo?.irregularity ? UNDO.Report : undo ? `${undoWords(undo.command)}${where}` : "";
  return (
    <Tap name="undo" class="tool" off={!undo} onTap={() => act("undo", { command: { type: "UndoTap" } })}>
      ↶ Undo {what}
    </Tap>
  );
}

const undoWords = (command: string): string =>
  command in UNDO ? UNDO[command as keyof typeof UNDO] : inWordsOf(command).toLowerCase();

const calling = signal(false);

function CallSupervisor() {
  const called = (feed.value?.alarms.value ?? []).find((each) => each.kind === "called");
  const call = async () => {
    if (calling.value) return;
    calling.value = true;
    await trying(() => post("/api/v1/tables/{number}/call", { path: { number: TABLE }, body: { words: "The dealer calls a supervisor." } }));
    calling.value = false;
  };
  if (called)
    return (
      <Tap name="call" local class="tool call called" onTap={call}>
        ✓ Called {ago(called.raised_us)} ago
        <small>{called.owner ? `${called.owner} comes` : "nobody has taken it yet"}</small>
      </Tap>
    );
  return (
    <Tap name="call" local off={calling.value} class="tool call" onTap={call}>
      Call supervisor
    </Tap>
  );
}
