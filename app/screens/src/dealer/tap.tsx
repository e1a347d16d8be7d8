// A button of this terminal: it shows the press at once, does nothing twice, and may be held for more.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { live, resting, sending } from "./terminal";

const HELD_MS = 500;

interface Props {
  /** Its name among all controls: the one whose order waits is shown so. */
  name: string;
  onTap: () => unknown;
  /** What a long press does. */
  onHold?: () => unknown;
  /** Not possible now, whatever the connection. */
  off?: boolean;
  /** Tapped many times in a row, as chips are: no pause after an order. */
  quick?: boolean;
  /** Orders nothing: possible while an order waits, and without a connection. */
  local?: boolean;
  class?: string;
  label?: string;
  pressed?: boolean;
  children: ComponentChildren;
}

export function Tap({ name, onTap, onHold, off = false, quick = false, local = false, label, pressed, children, ...rest }: Props) {
  const timer = useRef(0);
  const held = useRef(false);
  const waits = !local && (sending.value !== "" || !live.value || (!quick && resting.value));
  const down = () => {
    held.current = false;
    if (onHold)
      timer.current = window.setTimeout(() => {
        held.current = true;
        onHold();
      }, HELD_MS);
  };
  const up = () => clearTimeout(timer.current);
  return (
    <button
      type="button"
      class={`tap ${rest.class ?? ""}${off ? " off" : ""}${sending.value === name ? " sending" : ""}`}
      data-name={name}
      aria-label={label}
      aria-pressed={pressed}
      disabled={off || waits}
      onPointerDown={down}
      onPointerUp={up}
      onPointerLeave={up}
      onPointerCancel={up}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => !held.current && onTap()}
    >
      {children}
    </button>
  );
}
