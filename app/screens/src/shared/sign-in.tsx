// Name or badge, and PIN: by keyboard, by a badge reader (it types, and ends with Enter), or by touch. Used to sign in,
// to relieve a dealer, and to sign for one act.

import { useEffect, useRef, useState } from "preact/hooks";
import { Letters } from "./letters";
import { asProblem, inWords } from "./problem";
import { signIn } from "./session";

interface Props {
  /** What the button says. */
  action: string;
  /** Who it has to be, if that is known already. */
  who?: string;
  /** What is done with it; what is thrown is shown here. */
  submit: (who: string, pin: string) => Promise<unknown>;
}

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];

export function Credentials({ action, who: known = "", submit }: Props) {
  const [who, setWho] = useState(known);
  const [pin, setPin] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [letters, setLetters] = useState(false);
  const whoField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  // The browser's own autofocus is for a page that is just being loaded.
  useEffect(() => (known ? pinField : whoField).current?.focus(), []);

  async function send(event: Event) {
    event.preventDefault();
    if (!who) return;
    if (!pin) return pinField.current?.focus();
    setBusy(true);
    setError("");
    try {
      await submit(who, pin);
    } catch (thrown) {
      setError(inWords(asProblem(thrown)));
    }
    setPin("");
    setBusy(false);
  }

  function press(key: string) {
    if (key === "clear") setPin("");
    else if (key === "back") setPin(pin.slice(0, -1));
    else setPin(pin + key);
  }

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
          ref={pinField} name="pin" type="password" inputMode="numeric" value={pin} autocomplete="off" onFocus={() => setLetters(false)}
          onInput={(event) => setPin(event.currentTarget.value)}
        />
      </label>
      {letters ? <Letters text={who} change={setWho} /> : <PinPad press={press} />}
      <p class="error" role="alert">
        {error}
      </p>
      <button type="submit" class="primary" disabled={busy || !who}>
        {action}
      </button>
    </form>
  );
}

const PinPad = ({ press }: { press: (key: string) => void }) => (
  <div class="pin-pad" role="group" aria-label="PIN pad">
    {KEYS.map((key) => (
      <button key={key} type="button" tabIndex={-1} onClick={() => press(key)}>
        {key === "clear" ? "Clear" : key === "back" ? "⌫" : key}
      </button>
    ))}
  </div>
);

export const SignIn = () => <Credentials action="Sign in" submit={signIn} />;
