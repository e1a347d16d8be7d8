// Badge and PIN: to take the table, to unlock this screen, to relieve who deals.

import { signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { me } from "../shared/session";
import { Credentials } from "../shared/sign-in";
import { leaveTable, lockedBy, takeTable, unlock } from "./duty";
import { TABLE } from "./terminal";

export const relieving = signal(false);

export function Door() {
  const who = me.value;
  return (
    <main class="door">
      <h1>Table {TABLE}</h1>
      <p>{who ? `${who.shown} is signed in and does not deal here. Give badge and PIN to take the table.` : "Give name or badge and PIN to deal here."}</p>
      <Credentials action="Deal at this table" submit={takeTable} />
      <a href="/">All tables</a>
    </main>
  );
}

/** Whoever locked it goes on with the PIN alone; anybody else takes the table. */
export function Locked() {
  const who = lockedBy.value ?? "";
  return (
    <main class="door locked">
      <h1>Table {TABLE} is locked</h1>
      <p>{who} has it. The PIN unlocks it; another dealer takes it over with badge and PIN.</p>
      <Credentials key={who} action="Unlock" who={who} submit={unlock} />
      <button type="button" class="other" onClick={() => (relieving.value = true)}>
        Another dealer
      </button>
      {relieving.value && <Relief />}
    </main>
  );
}

export function Relief({ mayLeave = false }: { mayLeave?: boolean }) {
  const close = () => (relieving.value = false);
  return (
    <Dialog title="Who deals now?" close={close} class="relief">
      <div class="next">
        <p>The next dealer's badge and PIN. The table goes on as it stands.</p>
        {mayLeave && (
          <button type="button" onClick={() => void leaveTable().then(close)}>
            Nobody: I leave the table
          </button>
        )}
      </div>
      <Credentials
        action="Take the table"
        submit={async (who, pin) => {
          await takeTable(who, pin);
          close();
        }}
      />
    </Dialog>
  );
}
