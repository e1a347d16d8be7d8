// The table: on the left what lies on it, on the right what is to be seen to.

import { ago, ticking } from "../../shared/clock";
import { money } from "../../shared/money";
import { AlarmLine } from "../alarms/alarms";
import { alarms, bookTitle, supervises, tables } from "../house";
import { phaseName } from "../words";
import { Owed } from "../remedies/owed";
import { Looking, WaitingAt } from "../remedies/waiting";
import { Actions } from "./actions";
import { Events } from "./events";
import type { FloorFeed, FloorView } from "./feed";
import { Hold } from "./hold";
import { Layout } from "./layout";
import { State } from "./state";

export function Looked({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const own = alarms.value.filter((alarm) => alarm.table === feed.table);
  return (
    <div class="looked">
      <Head feed={feed} view={view} />
      <div class="looked-main">
        {view.dealer.hold && <Hold feed={feed} view={view} />}
        {own.length > 0 && (
          <ul class="plain-list" aria-label="Open alarms of this table">
            {own.map((alarm) => (
              <AlarmLine key={alarm.number} alarm={alarm} here />
            ))}
          </ul>
        )}
        <Owed feed={feed} />
        {supervises.value && view.remedies.length > 0 && (
          <section class="panel" aria-label="Waiting for a second signature">
            <h2>Waiting for a second signature</h2>
            <WaitingAt table={feed.table} />
          </section>
        )}
        <Looking />
        <Layout view={view} />
        <Events feed={feed} />
      </div>
      <aside class="looked-side">
        {supervises.value && <Actions feed={feed} view={view} />}
        <State feed={feed} view={view} />
      </aside>
    </div>
  );
}

function Head({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const { sign, hold } = view.dealer;
  return (
    <header class="looked-head">
      <h1>Table {feed.table}</h1>
      <strong class={hold ? "bad phase" : "phase"}>{hold ? "Held" : phaseName(sign.phase)}</strong>
      <Age table={feed.table} />
      {sign.round !== null && <span>Round {sign.round}</span>}
      <span>
        <b>{money(view.layout_cents)}</b> on the layout
      </span>
      <span>{view.dealer_name ? <><b>{view.dealer_name}</b> deals</> : <b class="warn">Nobody deals</b>}</span>
      <span class="dim">{bookTitle(sign.ruleset)}</span>
    </header>
  );
}

function Age({ table }: { table: string }) {
  void ticking.value;
  const since = tables.value.find((each) => each.number === table)?.since_us;
  return since === undefined ? null : <span class="dim">for {ago(since)}</span>;
}
