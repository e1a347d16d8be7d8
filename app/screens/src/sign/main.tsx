// The sign above the table: what everybody at it may see, and nothing else. Nobody touches it, so it helps itself: it
// comes back alone, shows a neutral face when it knows nothing true, and looks again by itself when it was refused.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { tableOfAddress } from "../shared/address";
import { startClock } from "../shared/clock";
import type { Line } from "../shared/line";
import { TableFeed } from "../shared/table-feed";
import { Felt } from "./felt";
import { Limits } from "./limits";
import { NoticeLine } from "./notice-line";
import { MAIN, PayTable } from "./pay-table";
import { Rotating, STAYS } from "./rotating";
import { takeToken } from "./token";
import "../shared/base.css";
import "../shared/cards.css";
import "./sign.css";

const table = tableOfAddress();
const LOOKS_AGAIN_MS = 15_000;

takeToken(table);
startClock();
const feed = new TableFeed(table, "sign");

function Page() {
  const view = feed.view.value;
  const { line } = feed;
  const condition = line.condition.value;
  if (!view || condition === "lost" || condition === "ended") return <Neutral line={line} />;
  return (
    <main class="sign" data-phase={view.phase} data-notice={view.notice}>
      <header>
        <span class="table-number">Table {table}</span>
        <NoticeLine notice={view.notice} />
      </header>
      <Felt view={view} />
      <aside>
        <Limits limits={view.limits} />
        <PayTable title="Pays" rows={view.rules.pays.filter((row) => row.wager === MAIN)} />
        <Rotating view={view} />
        <p class="stays">{view.rules.lines.find((each) => each.option === STAYS)?.text}</p>
      </aside>
      <footer>
        <span>{view.rules.title}</span>
        <span>{view.rules.edition}</span>
        <span>
          rules <code>{view.ruleset_hash.slice(0, 8)}</code>
        </span>
        <span>{view.round ? `Round ${view.round}` : ""}</span>
        {condition === "late" && <span class="waiting">Connecting…</span>}
      </footer>
    </main>
  );
}

/** Nothing that could be old is shown. Players read the two lines, whoever hangs it up the third. */
function Neutral({ line }: { line: Line }) {
  const ended = line.ended.value;
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => location.reload(), LOOKS_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [ended]);
  return (
    <main class="neutral">
      <img src="/static/icon.svg" alt="" />
      <h1>Table {table}</h1>
      <p>Please follow the dealer.</p>
      {ended && <p class="small">{ENDED[ended.why]}</p>}
    </main>
  );
}

const ENDED = {
  signed_out: "This sign has no token: open it with the address that was shown when it was added.",
  not_allowed: "This sign's token is for another table, or it was removed.",
  no_such_table: "There is no table of this number.",
  held_elsewhere: "Another server has this table.",
};

render(<Page />, document.body);
