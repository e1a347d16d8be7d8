// Name or badge, and PIN: by keyboard, by a badge reader (it types, and ends with Enter), or by touch. Used to sign in,
// to relieve a dealer, and to sign for one act. Whoever has a one-time code types it in the place of the PIN, chooses a
// PIN of his own with it, and goes on with that.

import { useEffect, useRef, useState } from "preact/hooks";
import { Letters } from "./letters";
import { ChoosePin } from "./choose-pin";
import { asProblem, inWords } from "./problem";
import { PinPad, pressed } from "./pin-pad";
import { signIn } from "./session";

interface Props {
  /** What the button says. */
  action: string;
  /** Who it has to be, if that is known already. */
  who?: string;
  /** What is done with it; what is thrown is shown here. */
  submit: (who: string, pin: string) => Promise<unknown>;
}

export function Credentials({ action, who: known = "", submit }: Props) {
  const [who, setWho] = useState(known);
  const [pin, setPin] = useState("");
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [letters, setLetters] = useState(false);
  const whoField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  // The browser's own autofocus is for a page that is just being loaded.
  useEffect(() => (known ? pinField : whoField).current?.focus(), []);

  function send(event: Event) {
    event.preventDefault();
    if (!who) return;
    if (!pin) return pinField.current?.focus();
    void attempt(pin);
  }

  async function attempt(given: string) {
    setBusy(true);
    setError("");
    try {
      await submit(who, given);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (problem.code === "choose_pin") setCode(given);
      else setError(inWords(problem));
    }
    setPin("");
    setBusy(false);
  }

  function goOn(own: string) {
    setCode("");
    return attempt(own);
  }

  if (code) return <ChoosePin who={who} code={code} chosen={goOn} instead={() => setCode("")} />;

  return (
    <form class="sign-in" onSubmit={send}>
      <label>
        Name or badge
        <input
          ref={whoField} name="who" value={who} readOnly={!!known} autocomplete="off" autocapitalize="none" spellcheck={false}
          onInput={(event) => setWho(event.currentTarget.value.trim())}
        />
      </label>
      {!known && (
        <button type="button" tabIndex={-1} class="letters-switch" aria-pressed={letters} onClick={() => setLetters(!letters)}>
          {letters ? "PIN pad" : "Letters, to type the name by touch"}
        </button>
      )}
      <label>
        PIN
        <input
          ref={pinField} name="pin" type="password" inputMode="numeric" value={pin} placeholder="or a one-time code" autocomplete="off"
          onFocus={() => setLetters(false)}
          onInput={(event) => setPin(event.currentTarget.value)}
        />
      </label>
      {letters ? <Letters text={who} change={setWho} /> : <PinPad press={(key) => setPin(pressed(pin, key))} />}
      <p class="error" role="alert">
        {error}
      </p>
      <button type="submit" class="primary" disabled={busy || !who}>
        {action}
      </button>
    </form>
  );
}

export const SignIn = () => <Credentials action="Sign in" submit={signIn} />;
