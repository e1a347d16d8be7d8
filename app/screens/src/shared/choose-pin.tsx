// A one-time code lets somebody choose a PIN of his own, which is typed twice: nobody can read it while it is typed.

import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "./api";
import { PinPad, pressed } from "./pin-pad";
import { asProblem, inWords } from "./problem";

interface Props {
  who: string;
  code: string;
  /** Go on with the PIN that is good from now on; what is thrown is shown here. */
  chosen: (pin: string) => Promise<unknown>;
  /** Back to name and PIN. */
  instead: () => void;
}

export function ChoosePin({ who, code, chosen, instead }: Props) {
  const [first, setFirst] = useState("");
  const [pin, setPin] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [first]);

  async function send(event: Event) {
    event.preventDefault();
    setPin("");
    setError("");
    if (!pin) return;
    if (!first) return setFirst(pin);
    if (pin !== first) return startOver("That was not the same PIN twice: choose it again.");
    setBusy(true);
    try {
      await post("/api/v1/codes", { body: { who, code, pin } });
    } catch (thrown) {
      return startOver(inWords(asProblem(thrown)));
    }
    await chosen(pin);
  }

  function startOver(why: string) {
    setFirst("");
    setError(why);
    setBusy(false);
  }

  return (
    <form class="sign-in" onSubmit={send}>
      <p>The code is right, {who}. Choose a PIN of your own, 6 to 12 digits, to sign in and to sign with.</p>
      <label>
        {first ? "The same PIN again" : "Your new PIN"}
        <input
          ref={field} name={first ? "again" : "chosen"} type="password" inputMode="numeric" autocomplete="off" value={pin}
          onInput={(event) => setPin(event.currentTarget.value)}
        />
      </label>
      <PinPad press={(key) => setPin(pressed(pin, key))} />
      <p class="error" role="alert">
        {error}
      </p>
      <button type="submit" class="primary" disabled={busy || !pin}>
        {first ? "Choose this PIN" : "Next"}
      </button>
      <button type="button" onClick={instead}>
        Back
      </button>
    </form>
  );
}
