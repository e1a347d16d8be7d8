// Everybody can change the own PIN, with the present one.

import { useState } from "preact/hooks";
import { put } from "../shared/api";
import { Dialog } from "../shared/dialog";
import { tell } from "../shared/notices";
import { asProblem, inWords } from "../shared/problem";

export function OwnPin() {
  const [open, setOpen] = useState(false);
  const [error, setError] = useState("");

  async function send(event: Event) {
    event.preventDefault();
    const said = new FormData(event.currentTarget as HTMLFormElement);
    const [pin, chosen, again] = ["pin", "chosen", "again"].map((name) => String(said.get(name) ?? ""));
    if (chosen !== again) return setError("The two new PINs are not the same.");
    try {
      await put("/api/v1/me/pin", { body: { pin: pin!, new_pin: chosen! } });
      setOpen(false);
      tell("Your PIN is changed. Wherever else you were signed in, you are signed out.");
    } catch (thrown) {
      setError(inWords(asProblem(thrown)));
    }
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Change PIN
      </button>
      {open && (
        <Dialog title="Change your PIN" close={() => setOpen(false)}>
          <form class="sign-in" onSubmit={send}>
            <Secret name="pin" words="Your present PIN" />
            <Secret name="chosen" words="The new PIN, 6 to 12 digits" />
            <Secret name="again" words="The new PIN again" />
            <p class="error" role="alert">
              {error}
            </p>
            <button type="submit" class="primary">
              Change it
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}

const Secret = ({ name, words }: { name: string; words: string }) => (
  <label>
    {words}
    <input name={name} type="password" inputMode="numeric" required autocomplete="off" />
  </label>
);
