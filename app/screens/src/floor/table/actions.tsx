// What a supervisor orders at a table. What the server says that cannot be ordered now is grey, with the clause and why.

import { useState } from "preact/hooks";
import { tell, trying } from "../../shared/notices";
import type { Command } from "../../shared/table-feed";
import { bookOf } from "../book";
import { Choice } from "../forms/fields";
import { Link } from "../link";
import type { FloorFeed, FloorView } from "./feed";
import { OrderButton } from "./order-button";
import { type MayBeOrdered, useOrders } from "./orders";
import { Relief } from "./relief";
import { Trouble } from "./trouble";

type Give = (words: string, command: Command, question?: string | null) => void;

export function Actions({ feed, view }: { feed: FloorFeed; view: FloorView }) {
  const orders = useOrders(feed);
  const of = (command: MayBeOrdered["command"]) => orders.find((each) => each.command === command);
  const closed = view.dealer.sign.phase === "closed";
  const give: Give = (words, command, question = null) =>
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
          {!view.dealer.hold && <Trouble feed={feed} view={view} />}
          <Relief feed={feed} dealer={view.dealer_name} of={of("ChangeDealer")} />
          <Shuffle book={view.dealer.sign.ruleset} orders={orders} give={give} />
          <OrderButton of={of("OrderRecut")} order={() => give("The cut is to be done again.", { type: "OrderRecut" })}>
            Have it cut again
          </OrderButton>
          <OrderButton of={of("AnnounceFinalRounds")} order={() => give("The final rounds are announced.", { type: "AnnounceFinalRounds" })}>
            Announce the final rounds
          </OrderButton>
          <Squeeze view={view} orders={orders} give={give} />
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

interface Among {
  orders: readonly MayBeOrdered[];
  give: Give;
}

function Shuffle({ book, orders, give }: Among & { book: string }) {
  const shuffles = orders.filter((each) => each.command === "OrderShuffle");
  const [reason, setReason] = useState("discretion");
  const words = bookOf(book).shuffles;
  const chosen = shuffles.find((each) => each.reason === reason);
  const order = () => give("The shuffle is ordered.", { type: "OrderShuffle", reason: chosen!.reason! });
  return (
    <details>
      <summary>Order a shuffle</summary>
      <Choice label="Why" value={reason} put={setReason} of={shuffles.map((each) => [each.reason!, words.get(each.reason!) ?? each.reason!])} />
      <OrderButton of={chosen} order={order}>
        Order it
      </OrderButton>
    </details>
  );
}

/** Where no box may, one line says why; else each box has its button. */
function Squeeze({ view, orders, give }: Among & { view: FloorView }) {
  const boxes = orders.filter((each) => each.command === "PermitSqueeze");
  const may = boxes.filter((each) => each.allowed);
  const bets = view.dealer.questions.find((question) => question.question === "bets")?.id ?? null;
  const order = (box: number) => give(`Box ${box} may squeeze.`, { type: "PermitSqueeze", box }, bets);
  if (may.length === 0)
    return (
      <OrderButton of={boxes[0]} order={() => undefined}>
        Permit a box to squeeze
      </OrderButton>
    );
  return (
    <details>
      <summary>Permit a box to squeeze</summary>
      <div class="row">
        {may.map((each) => (
          <button key={each.box} type="button" onClick={() => order(each.box!)}>
            Box {each.box}
          </button>
        ))}
      </div>
    </details>
  );
}
