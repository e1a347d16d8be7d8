// One table on the wall, to be read from some metres away.

import type { ComponentChildren } from "preact";
import { ALARMS } from "../../shared/alarms";
import { ago, ticking } from "../../shared/clock";
import { money } from "../../shared/money";
import { hasRole } from "../../shared/session";
import type { WallAlarm } from "../../shared/wall-feed";
import { bookOf, troubleName } from "../book";
import { bookTitle } from "../house";
import { Link } from "../link";
import { plural, stateOf } from "../words";
import { isAttended, type Line, needsSomebody } from "./urgency";

const kindOf = (line: Line): string =>
  isAttended(line) ? "attended" : needsSomebody(line) ? "needs" : line.table.phase === "closed" ? "closed" : "";

export function TableCard({ line }: { line: Line }) {
  const { table } = line;
  return (
    <li class="wall-table" data-table={table.number}>
      <Way table={table.number} class={`wall-card ${kindOf(line)}`}>
        <span class="number">{table.number}</span>
        <span class="state">
          <strong>{stateOf(table)}</strong>
          <Age us={table.since_us} />
        </span>
        <Troubles line={line} />
        <Figures line={line} />
      </Way>
    </li>
  );
}

/** An administrator sees that a table needs somebody, and not what lies on it. */
function Way({ table, class: kind, children }: { table: string; class: string; children: ComponentChildren }) {
  const goes = hasRole("supervisor") || hasRole("surveillance");
  return goes ? <Link to={["tables", table]} class={kind}>{children}</Link> : <div class={kind}>{children}</div>;
}

/** How long it has been in its phase. */
function Age({ us }: { us: number }) {
  void ticking.value;
  return <span class="age">for {ago(us)}</span>;
}

function Troubles({ line }: { line: Line }) {
  const { table, alarms } = line;
  const lost = alarms.some((alarm) => alarm.kind === "device_lost") || table.phase === "closed" ? [] : table.devices_lost;
  return (
    <span class="troubles">
      {alarms.map((alarm) => (
        <Trouble key={alarm.number} alarm={alarm} />
      ))}
      {table.held !== null && (
        <span class={isAttended(line) ? "trouble owned" : "trouble"}>
          <strong>{troubleName(bookOf(table.ruleset), table.held)}</strong>
        </span>
      )}
      {table.remedies_waiting > 0 && (
        <span class="trouble owned">
          <strong>{plural(table.remedies_waiting, "correction")}</strong> to be signed by a second person
        </span>
      )}
      {lost.map((name) => (
        <span key={name} class="trouble">
          <strong>Device lost</strong> {name}
        </span>
      ))}
    </span>
  );
}

function Trouble({ alarm }: { alarm: WallAlarm }) {
  void ticking.value;
  return (
    <span class={alarm.owner ? "trouble owned" : "trouble"}>
      <strong>{ALARMS[alarm.kind].name}</strong> {alarm.words}{" "}
      <span class="owner">
        {alarm.owner ? `${alarm.owner} has it` : "Nobody has it"}, {ago(alarm.raised_us)}
      </span>
    </span>
  );
}

function Figures({ line: { table } }: { line: Line }) {
  if (table.phase === "closed") return <span class="figures dim">{bookTitle(table.ruleset)}</span>;
  return (
    <span class="figures">
      <span>
        <b>{money(table.layout_cents)}</b> on the layout
      </span>
      <span>{table.dealer ? <b>{table.dealer}</b> : <b class="nobody">Nobody deals</b>}</span>
      <span>
        <b>{table.rounds_this_hour}</b> {table.rounds_this_hour === 1 ? "round" : "rounds"} this hour
      </span>
      <span class="dim book">{bookTitle(table.ruleset)}</span>
    </span>
  );
}
