// Saying that an alarm is done, in words for the record; a payment over the threshold is signed with the PIN again.

import { useState } from "preact/hooks";
import { post } from "../../shared/api";
import { Dialog } from "../../shared/dialog";
import { tell, trying } from "../../shared/notices";
import { me } from "../../shared/session";
import { Credentials } from "../../shared/sign-in";
import type { WallAlarm } from "../../shared/wall-feed";
import { ALARMS } from "../words";

/** What is found most often, so that it need not be typed at a table; it can be changed before it is sent. */
const USUAL: Record<WallAlarm["kind"], readonly string[]> = {
  called: ["Answered at the table.", "A player's question was answered."],
  device_lost: ["The device is connected again.", "Cards are typed until the device is mended."],
  wrong_device: ["The device was looked at: it is the right one.", "The device was taken out of use."],
  composition: ["The card was checked at the table.", "The set was taken out of play."],
  count_mismatch: ["Counted again: it is right.", "Counted again: it differs."],
  jam: ["The jam was cleared.", "The device was taken out of use."],
  over_threshold: ["The payment was checked: it is right."],
  pace: ["The table goes on.", "The players take a pause."],
  chain: ["Told to support and surveillance."],
  silent: ["The table answers again.", "Told to support."],
  guessing: ["It was somebody of the house who had forgotten the PIN.", "Told to surveillance."],
};
const LEAST = 3;

export function Acknowledge({ alarm }: { alarm: WallAlarm }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Acknowledge
      </button>
      {open && <Saying alarm={alarm} close={() => setOpen(false)} />}
    </>
  );
}

function Saying({ alarm, close }: { alarm: WallAlarm; close: () => void }) {
  const [words, setWords] = useState("");
  const enough = words.trim().length >= LEAST;
  const acknowledge = async (signed_by: { who: string; pin: string }[]) => {
    await post("/api/v1/alarms/{alarm}/acknowledge", { path: { alarm: alarm.number }, body: { words: words.trim(), signed_by } });
    tell(`${ALARMS[alarm.kind]}: acknowledged.`);
    close();
  };
  const send = (event: Event) => {
    event.preventDefault();
    if (enough) void trying(() => acknowledge([]));
  };
  return (
    <Dialog title={`${ALARMS[alarm.kind]}${alarm.table ? `, table ${alarm.table}` : ""}`} close={close} class="saying">
      <p>{alarm.words}</p>
      <form id={`say-${alarm.number}`} onSubmit={send}>
        <label>
          What was found, and what was done
          <textarea rows={3} maxLength={500} value={words} autoFocus onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <div class="row" role="group" aria-label="Usual words">
          {USUAL[alarm.kind].map((usual) => (
            <button key={usual} type="button" onClick={() => setWords(usual)}>
              {usual}
            </button>
          ))}
        </div>
        {alarm.kind !== "over_threshold" && (
          <button type="submit" class="primary" disabled={!enough}>
            Acknowledge
          </button>
        )}
      </form>
      {alarm.kind === "over_threshold" && <Signed ready={enough} acknowledge={acknowledge} />}
    </Dialog>
  );
}

/** A session alone is not enough for it. */
function Signed({ ready, acknowledge }: { ready: boolean; acknowledge: (by: { who: string; pin: string }[]) => Promise<void> }) {
  if (!ready) return <p class="dim">Say what was found, then sign with your PIN.</p>;
  return <Credentials action="Sign and acknowledge" who={me.value?.name ?? ""} submit={(who, pin) => acknowledge([{ who, pin }])} />;
}
