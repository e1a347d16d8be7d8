// A form: it does one thing under one id, says what was refused where it was asked, keeps what was typed, and asks once
// more before what cannot be taken back.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { newId } from "../../shared/ids";
import { asProblem, type Problem } from "../../shared/problem";
import { Refusal } from "./refusal";

interface Props {
  /** What the button says. */
  action: string;
  label?: string;
  /** Does it under this id; what is thrown is said here. Sent again after the line broke, it has the same id. */
  submit: (id: string) => Promise<unknown>;
  /** What is to be known before it is done; with these words it takes a second press. */
  sure?: ComponentChildren;
  /** Throws what cannot be sent as it was typed, before anybody is asked whether he is sure. */
  check?: () => unknown;
  disabled?: boolean;
  /** Longer than a screen: its button stays in sight. */
  long?: boolean;
  children?: ComponentChildren;
}

export function Form({ action, label, submit, sure, check, disabled = false, long = false, children }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const id = useRef<string | null>(null);
  const changed = () => {
    setAsked(false);
    id.current = null;
  };
  function ask() {
    try {
      check?.();
      setAsked(true);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    }
  }
  async function send(event: Event) {
    event.preventDefault();
    if (busy || disabled) return;
    setProblem(null);
    if (sure && !asked) return ask();
    setBusy(true);
    try {
      await submit((id.current ??= newId()));
      id.current = null;
    } catch (thrown) {
      const refused = asProblem(thrown);
      setProblem(refused);
      if (refused.code !== "unreachable") id.current = null;
    }
    setAsked(false);
    setBusy(false);
  }
  return (
    <form class={long ? "form long" : "form"} aria-label={label ?? action} noValidate onSubmit={send} onInput={changed} onChange={changed}>
      {children}
      <div class="form-end">
        <Refusal problem={problem} />
        {asked ? (
          <Sure words={sure} action={action} back={() => setAsked(false)} busy={busy} />
        ) : (
          <button type="submit" class={sure ? "" : "primary"} disabled={busy || disabled}>
            {action}
          </button>
        )}
      </div>
    </form>
  );
}

function Sure({ words, action, back, busy }: { words: ComponentChildren; action: string; back: () => void; busy: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div class="sure" role="group" aria-label="Are you sure?" ref={box} tabIndex={-1}>
      <p>{words}</p>
      <div class="row">
        <button type="submit" class="primary" disabled={busy}>
          Yes: {action.charAt(0).toLowerCase() + action.slice(1)}
        </button>
        <button type="button" onClick={back}>
          No, go back
        </button>
      </div>
    </div>
  );
}
