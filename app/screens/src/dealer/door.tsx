// Badge and PIN: to take the table, to unlock this screen, to relieve who deals.

import { signal } from "@preact/signals";
import { Dialog } from "../shared/dialog";
import { me } from "../shared/session";
import { Credentials } from "../shared/sign-in";
import { lockedBy, takeTable } from "./duty";
import { TABLE } from "./terminal";

export const relieving = signal(false);

export function Door() {
  const locked = lockedBy.value;
  return (
    <main class="door">
      <h1>Table {TABLE}</h1>
      <p>{locked ? `Locked by ${locked}. Give name or badge and PIN to go on, or to take the table over.` : me.value ? `${me.value.shown} is signed in and does not deal here. Give badge and PIN to take the table.` : "Give name or badge and PIN to deal here."}</p>
      <Credentials action={locked ? "Unlock or take over" : "Deal at this table"} submit={takeTable} />
      <a href="/">All tables</a>
    </main>
  );
}

export function Relief() {
  const close = () => (relieving.value = false);
  return (
    <Dialog title="Who deals now?" close={close} class="relief">
      <p>The next dealer's badge and PIN. The table goes on as it stands.</p>
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
