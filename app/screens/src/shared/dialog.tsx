// A dialog over the page: the browser keeps the focus inside it, and Escape closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface Props {
  title: string;
  close: () => void;
  class?: string;
  children: ComponentChildren;
}

export function Dialog({ title, close, children, class: className = "" }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class={className} aria-label={title} onCancel={close}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
