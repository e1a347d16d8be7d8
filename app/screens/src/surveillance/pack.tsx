// The dispute pack of a round: everything that is needed to prove it elsewhere. That it was made is itself recorded.

import { useState } from "preact/hooks";
import { request } from "../shared/api";
import { Dialog } from "../shared/dialog";
import { tell } from "../shared/notices";
import { asProblem, inWords } from "../shared/problem";

export function DisputePack({ round }: { round: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Dispute pack
      </button>
      {open && <Ask round={round} close={() => setOpen(false)} />}
    </>
  );
}

function Ask({ round, close }: { round: string; close: () => void }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  async function send(event: Event) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget as HTMLFormElement).get("reason") ?? "").trim();
    setBusy(true);
    try {
      save(await pack(round, reason), `dispute-pack-${round}.zip`);
      tell(`The pack of round ${round} was made and recorded.`);
      close();
    } catch (thrown) {
      setError(inWords(asProblem(thrown)));
      setBusy(false);
    }
  }

  return (
    <Dialog title={`Dispute pack of round ${round}`} close={close}>
      <form class="sign-in pack" onSubmit={send}>
        <p>
          A zip with the events as they were hashed, the devices' frames, the rule book, the signatures, the story of the round, and a program
          that checks it all on a machine with Python. That you make it is recorded, with your reason.
        </p>
        <label>
          Why
          <input name="reason" required maxLength={500} autocomplete="off" autoFocus />
        </label>
        <p class="error" role="alert">
          {error}
        </p>
        <button type="submit" class="primary" disabled={busy}>
          {busy ? "Making it…" : "Make the pack"}
        </button>
      </form>
    </Dialog>
  );
}

async function pack(round: string, reason: string): Promise<Blob> {
  const response = await request("post", "/api/v1/rounds/{round}/dispute-pack", { path: { round }, body: { reason } });
  return response.blob();
}

function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
