// What else is known of the table: devices, what went wrong, who puts the record right how often, paper, the float.

import { ago, ticking } from "../../shared/clock";
import { unsureCards } from "../../shared/unsure";
import { phaseName } from "../words";
import { bookOf, choiceName, troubleName } from "../book";
import type { FloorFeed, FloorView } from "./feed";

export function State({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const book = bookOf(view.dealer.sign.ruleset);
  return (
    <>
      <Devices feed={feed} />
      {view.irregularities.length > 0 && (
        <section class="panel" aria-label="What went wrong">
          <h2>What went wrong</h2>
          <ul class="plain-list">
            {view.irregularities.map((each, index) => (
              <li key={index}>
                <b>{troubleName(book, each.code)}</b> {each.card} <span class="dim">{phaseName(each.phase)}</span>
                <br />
                {each.choice ? `${choiceName(book, each.choice)} (${each.clause ?? "house"})` : "Not resolved yet"}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="panel" aria-label="Table">
        <h2>The table</h2>
        <dl>
          <dt>Rounds from this shoe</dt>
          <dd>{view.rounds_in_shoe}</dd>
          <dt>Float</dt>
          <dd>{view.float_open ? "open" : "not open"}</dd>
          {view.corrections_by_dealer.map(([dealer, count]) => (
            <Entry key={dealer} name={`Corrections by ${dealer}`} value={String(count)} />
          ))}
          {view.paper && <Entry name="On paper" value={`${view.paper.by.join(" and ")}: ${view.paper.reason}`} />}
        </dl>
      </section>
    </>
  );
}

const Entry = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

function Devices({ feed }: { feed: FloorFeed }) {
  void ticking.value;
  return (
    <section class="panel" aria-label="Devices">
      <h2>Devices</h2>
      {feed.devices.value.length === 0 && <p class="dim">None is attached.</p>}
      <ul class="plain-list">
        {feed.devices.value.map((device) => (
          <li key={device.name} class={device.state === "running" ? "" : "bad"}>
            <b>{device.role ?? "device"}</b> {device.name}: {device.state === "running" ? "running" : `${device.state}, `}
            {device.state !== "running" && device.why} <span class="dim">for {ago(device.since_us)}</span>
            {device.unsure ? `; ${unsureCards(device.unsure)}` : ""}
          </li>
        ))}
      </ul>
    </section>
  );
}
