// What a supervisor orders at a table. What the book does not allow now the server refuses, with its clause.

import { useState } from "preact/hooks";
import { tell, trying } from "../../shared/notices";
import type { Command } from "../../shared/table-feed";
import { Link } from "../link";
import type { FloorFeed, FloorView } from "./feed";
import { Relief } from "./relief";

type Reason = "vacant" | "suspicion" | "idle" | "discretion";
const REASONS: Record<Reason, string> = {
  discretion: "At the supervisor's discretion",
  suspicion: "Something is suspected",
  vacant: "Nobody is at the table",
  idle: "The cards have lain idle",
};

export function Actions({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const bets = view.dealer.questions.find((question) => question.question === "bets");
  const closed = view.dealer.sign.phase === "closed";
  const order = (words: string, command: Command, question: string | null = null) =>
    void trying(async () => {
      await feed.order(command, question);
      tell(words);
    });
  const at = encodeURIComponent(feed.table);
  return (
    <section class="panel actions" aria-label="What you may do">
      <h2>At this table</h2>
      <Link to={["corrections", feed.table]} class="as-button primary">
        Put a round right
      </Link>
      {!closed && (
        <>
          <Relief feed={feed} dealer={view.dealer_name} />
          <Shuffle order={(reason) => order("The shuffle is ordered.", { type: "OrderShuffle", reason })} />
          <button type="button" onClick={() => order("The cut is to be done again.", { type: "OrderRecut" })}>
            Have it cut again
          </button>
          <button type="button" onClick={() => order("The final rounds are announced.", { type: "AnnounceFinalRounds" })}>
            Announce the final rounds
          </button>
          {bets && <Squeeze view={view} order={(box) => order(`Box ${box} may squeeze.`, { type: "PermitSqueeze", box }, bets.id)} />}
        </>
      )}
      <div class="row ways">
        <a href={`/dealer/${at}`} target="_blank" rel="noopener">
          Dealer's screen
        </a>
        <a href={`/sign/${at}`} target="_blank" rel="noopener">
          Sign
        </a>
      </div>
    </section>
  );
}

function Shuffle({ order }: { order: (reason: Reason) => void }) {
  const [reason, setReason] = useState<Reason>("discretion");
  return (
    <details>
      <summary>Order a shuffle</summary>
      <label>
        Why
        <select value={reason} onChange={(event) => setReason(event.currentTarget.value as Reason)}>
          {Object.entries(REASONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => order(reason)}>
        Order it
      </button>
    </details>
  );
}

function Squeeze({ view, order }: { view: FloorView; order: (box: number) => void }) {
  const boxes = [...new Set(view.dealer.places.map((place) => place.box))].sort((one, other) => one - other);
  if (boxes.length === 0) return null;
  return (
    <details>
      <summary>Permit a box to squeeze</summary>
      <div class="row">
        {boxes.map((box) => (
          <button key={box} type="button" onClick={() => order(box)}>
            Box {box}
          </button>
        ))}
      </div>
    </details>
  );
}
