// What is shown once and never again: a PIN, the address of a sign.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  title: string;
  secret: string;
  children: ComponentChildren;
  done: () => void;
}

export function SaidOnce({ title, secret, children, done }: Props) {
  const box = useRef<HTMLElement>(null);
  const text = useRef<HTMLOutputElement>(null);
  const [copied, setCopied] = useState("");
  useEffect(() => box.current?.focus(), []);
  const copy = async () => setCopied((await copyOf(secret, text.current!)) ? "Copied." : "It is marked: copy it with Ctrl+C.");
  return (
    <section class="panel said-once" aria-label={title} ref={box} tabIndex={-1}>
      <h2>{title}</h2>
      <output ref={text}>{secret}</output>
      {children}
      <div class="row">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" class="primary" onClick={done}>
          Done: show it no more
        </button>
        <span role="status">{copied}</span>
      </div>
    </section>
  );
}

/** Pages without TLS have no clipboard: the text is marked, so that the keyboard copies it. */
async function copyOf(secret: string, shown: HTMLElement): Promise<boolean> {
  getSelection()?.selectAllChildren(shown);
  try {
    await navigator.clipboard.writeText(secret);
    return true;
  } catch {
    return false;
  }
}
