// The wall: every table, those that need somebody first.

import { useLayoutEffect, useRef } from "preact/hooks";
import { alarms, tables } from "../house";
import { plural } from "../words";
import { Jump } from "./jump";
import { settled, touched } from "./order";
import { TableCard } from "./table-card";
import { byNeed, isAttended, type Line, lineOf, needsSomebody } from "./urgency";
import { Elsewhere } from "./elsewhere";

export default function Wall() {
  const lines = new Map(tables.value.map((table) => [table.number, lineOf(table, alarms.value)]));
  const wanted = [...lines.values()].sort(byNeed).map((line) => line.table.number);
  const order = settled(wanted);
  const list = useFocusKept(order.join(" "));
  return (
    <div class="wall" onPointerDown={touched} onPointerMove={touched} onKeyDown={touched}>
      <div class="wall-head">
        <Headline lines={[...lines.values()]} />
        <Jump numbers={wanted} />
      </div>
      <Elsewhere />
      {lines.size === 0 && <p class="dim">No table is served here yet.</p>}
      <ul class="wall-tables" ref={list}>
        {order.map((number) => (
          <TableCard key={number} line={lines.get(number)!} />
        ))}
      </ul>
    </div>
  );
}

/** The focus stays on its table when the order changes. */
function useFocusKept(order: string) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<Element | null>(null);
  focused.current = list.current?.contains(document.activeElement) ? document.activeElement : null;
  useLayoutEffect(() => {
    if (focused.current?.isConnected && document.activeElement !== focused.current) (focused.current as HTMLElement).focus();
  }, [order]);
  return list;
}

function Headline({ lines }: { lines: readonly Line[] }) {
  const needing = lines.filter((line) => needsSomebody(line) && !isAttended(line));
  const attended = lines.filter(isAttended);
  const open = lines.filter((line) => line.table.phase !== "closed");
  return (
    <h1 class="wall-headline" aria-live="polite">
      <span class={needing.length ? "bad" : "good"}>
        {needing.length === 0
          ? "No table waits for somebody"
          : `${plural(needing.length, "table needs", "tables need")} somebody`}
      </span>
      <span class="dim">
        {attended.length > 0 && `${attended.length} looked after · `}
        {plural(open.length, "open table")} of {lines.length}
      </span>
    </h1>
  );
}
