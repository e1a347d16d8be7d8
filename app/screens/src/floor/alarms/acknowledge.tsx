// Saying that an alarm is done, in words for the record; a payment over the threshold is signed with the PIN again.

import { useState } from "preact/hooks";
import { ALARMS } from "../../shared/alarms";
import { post } from "../../shared/api";
import { Dialog } from "../../shared/dialog";
import { tell, trying } from "../../shared/notices";
import { me } from "../../shared/session";
import { Credentials } from "../../shared/sign-in";
import type { WallAlarm } from "../../shared/wall-feed";

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
    tell(`${ALARMS[alarm.kind].name}: acknowledged.`);
    close();
  };
  const send = (event: Event) => {
    event.preventDefault();
    if (enough) void trying(() => acknowledge([]));
  };
  return (
    <Dialog title={`${ALARMS[alarm.kind].name}${alarm.table ? `, table ${alarm.table}` : ""}`} close={close} class="saying">
      <p>{alarm.words}</p>
      <form id={`say-${alarm.number}`} onSubmit={send}>
        <label>
          What was found, and what was done
          <textarea rows={3} maxLength={500} value={words} autoFocus onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <div class="row" role="group" aria-label="Usual words">
          {ALARMS[alarm.kind].usual.map((usual) => (
            <button key={usual} type="button" onClick={() => setWords(usual)}>
              {usual}
            </button>
          ))}
        </div>
        {!ALARMS[alarm.kind].signed && (
          <button type="submit" class="primary" disabled={!enough}>
            Acknowledge
          </button>
        )}
      </form>
      {ALARMS[alarm.kind].signed && <Signed ready={enough} acknowledge={acknowledge} />}
    </Dialog>
  );
}

function Signed({ ready, acknowledge }: { ready: boolean; acknowledge: (by: { who: string; pin: string }[]) => Promise<void> }) {
  if (!ready) return <p class="dim">Say what was found, then sign with your PIN.</p>;
  return <Credentials action="Sign and acknowledge" who={me.value?.name ?? ""} submit={(who, pin) => acknowledge([{ who, pin }])} />;
}
