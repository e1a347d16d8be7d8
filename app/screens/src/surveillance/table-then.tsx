// The table as it was: the same cards for everybody, and beside them what only the dealer or the record saw.

import { Cards } from "../shared/cards";
import { money } from "../shared/money";
import type { Schemas } from "../shared/api";
import { move, moment, POINTS_OF_VIEW, type PointOfView } from "./address";
import { AsHashed } from "./as-hashed";
import { RecordFacts } from "./record-facts";
import { type Seen, seen } from "./seen";

type SignView = Schemas["SignView"];
type DealerView = Schemas["DealerView"];
type Hand = Schemas["HandView"];

const signOf = (shown: Seen): SignView =>
  shown.by === "sign" ? shown.view : shown.by === "dealer" ? shown.view.sign : shown.view.floor.dealer.sign;
const dealerOf = (shown: Seen): DealerView | null =>
  shown.by === "sign" ? null : shown.by === "dealer" ? shown.view : shown.view.floor.dealer;

export function TableThen() {
  const shown = seen.value;
  return (
    <section class="then" aria-label="The table at this event" data-version={shown?.version} data-by={shown?.by}>
      <PointsOfView />
      {shown && <Felt sign={signOf(shown)} dealer={dealerOf(shown)} />}
      {shown?.by === "surveillance" && <RecordFacts view={shown.view} />}
      <AsHashed />
    </section>
  );
}

const PointsOfView = () => (
  <div class="points" role="radiogroup" aria-label="Point of view">
    {Object.entries(POINTS_OF_VIEW).map(([view, name]) => (
      <button
        key={view} type="button" role="radio" aria-checked={moment.value?.view === view}
        onClick={() => moment.value && move({ ...moment.value, view: view as PointOfView })}
      >
        {name}
      </button>
    ))}
  </div>
);

function Felt({ sign, dealer }: { sign: SignView; dealer: DealerView | null }) {
  const numbers = new Set([...sign.boxes.map((box) => box.number), ...(dealer?.places.map((place) => place.box) ?? [])]);
  return (
    <div class="felt">
      <p class="phase">
        {sign.round ? `Round ${sign.round}` : "No round"} · {sign.phase.replaceAll("_", " ")}
        {dealer?.on_duty ? ` · ${dealer.on_duty} deals` : ""}
      </p>
      <div class="box dealer">
        <h2>Dealer</h2>
        <HandThen hand={sign.dealer} over={isOver(sign)} />
      </div>
      <div class="boxes">
        {[...numbers].sort((one, other) => one - other).map((number) => (
          <BoxThen key={number} number={number} sign={sign} dealer={dealer} />
        ))}
      </div>
      {dealer && <Asked dealer={dealer} />}
    </div>
  );
}

const isOver = (sign: SignView): boolean => ["complete", "void"].includes(sign.phase);

function BoxThen({ number, sign, dealer }: { number: number; sign: SignView; dealer: DealerView | null }) {
  const box = sign.boxes.find((each) => each.number === number);
  return (
    <div class="box" data-box={number}>
      <h2>Box {number}</h2>
      <div class="hands">{box?.hands.map((hand, index) => <HandThen key={index} hand={hand} over={isOver(sign)} />)}</div>
      <ul class="wagers">
        {dealer?.places
          .filter((place) => place.box === number)
          .map((place) => (
            <li key={place.player}>
              <b>{place.player}</b> {money(place.main_cents)}
              {place.sides.map(([kind, cents]) => ` · ${String(kind).replaceAll("_", " ")} ${money(Number(cents))}`)}
              {place.insurance_cents ? ` · insured ${money(place.insurance_cents)}` : ""}
            </li>
          ))}
      </ul>
      <Results number={number} sign={sign} dealer={dealer} />
    </div>
  );
}

/** The dealer sees amounts, the players what they came to. */
function Results({ number, sign, dealer }: { number: number; sign: SignView; dealer: DealerView | null }) {
  const words = dealer
    ? dealer.settlements.filter((line) => line.box === number).map((line) => `${line.player} ${line.wager.replaceAll("_", " ")}: ${line.outcome.replaceAll("_", " ")}, pays ${money(line.pays_cents)}, takes ${money(line.takes_cents)} (${line.clause})`)
    : (sign.boxes.find((each) => each.number === number)?.results.map((each) => `${each.wager.replaceAll("_", " ")} ${each.outcome.replaceAll("_", " ")}`) ?? []);
  return (
    <ul class="results-then">
      {words.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const HandThen = ({ hand, over }: { hand: Hand; over: boolean }) => (
  <div class="hand">
    <Cards cards={hand.cards} down={hand.face_down} />
    {hand.cards.length > 0 && (
      <span class="total">
        {hand.soft && !hand.done && !over ? "soft " : ""}
        {hand.points}
        {hand.doubled ? " ×2" : ""} <small>{hand.done.replaceAll("_", " ")}</small>
      </span>
    )}
  </div>
);

const Asked = ({ dealer }: { dealer: DealerView }) => (
  <ul class="asked" aria-label="What was asked">
    {dealer.questions.map((question) => (
      <li key={question.id}>
        asked: {question.question.replaceAll("_", " ")}
        {question.box ? ` at box ${question.box}` : ""}
        {question.choices.length ? `: ${question.choices.join(", ")}` : ""} {question.clause && <span class="dim">({question.clause})</span>}
      </li>
    ))}
  </ul>
);
