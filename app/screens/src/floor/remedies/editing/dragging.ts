// An item is dragged by its handle, with a finger or a mouse: where it would come to lie is shown while it is held.

import { signal } from "@preact/signals";

export interface Dragged {
  from: number;
  to: number;
}
export const dragged = signal<Dragged | null>(null);

/** Begin to drag; `drop` is told where it was let go. */
export function drag(event: PointerEvent, from: number, drop: (to: number) => void): void {
  const handle = event.currentTarget as HTMLElement;
  const list = handle.closest("ol");
  if (!list || event.button !== 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  dragged.value = { from, to: from };
  const move = (moved: PointerEvent) => {
    const middles = [...list.querySelectorAll<HTMLElement>(":scope > li[data-step]")].map((item) => {
      const { top, height } = item.getBoundingClientRect();
      return top + height / 2;
    });
    const above = middles.filter((middle, index) => index !== from && middle < moved.clientY).length;
    dragged.value = { from, to: above };
  };
  const end = (ended: Event) => {
    handle.removeEventListener("pointermove", move);
    handle.removeEventListener("pointerup", end);
    handle.removeEventListener("pointercancel", end);
    const at = dragged.value;
    dragged.value = null;
    if (at && ended.type === "pointerup" && at.to !== at.from) drop(at.to);
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", end);
  handle.addEventListener("pointercancel", end);
}
