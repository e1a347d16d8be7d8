// What lies on the table: the dealer's hand, and each box with its hands and wagers.

import { CardBack, PlayingCard } from "../../shared/cards";
import { money } from "../../shared/money";
import { spaced } from "../words";
import { outcomeName } from "../words-of-play";
import type { FloorView } from "./feed";

type Dealer = FloorView["dealer"];
type HandSeen = Dealer["sign"]["dealer"];
type Settled = Dealer["settlements"][number];

/** A box may be dealt to already, or have wagers only. */
function numbersOf(view: Dealer): readonly number[] {
  const dealt = view.sign.boxes.map((box) => box.number);
  return [...new Set([...dealt, ...view.places.map((place) => place.box)])].sort((one, other) => one - other);
}

export function Layout({ view: { dealer } }: { view: Pick<FloorView, "dealer"> }) {
  const numbers = numbersOf(dealer);
  const over = ["complete", "void"].includes(dealer.sign.phase);
  return (
    <section class="layout" aria-label="What lies on the table">
      <div class="hand dealer-hand">
        <h2>Dealer</h2>
        <Hand hand={dealer.sign.dealer} over={over} />
      </div>
      {numbers.length === 0 && <p class="dim">No wager is on the table.</p>}
      <ul class="boxes">
        {numbers.map((number) => (
          <BoxShown key={number} number={number} dealer={dealer} />
        ))}
      </ul>
      {dealer.late_wagers.length > 0 && (
        <p class="warn">
          Too late, refused:{" "}
          {dealer.late_wagers.map((late) => `${late.player} at box ${late.box}, ${money(late.cents)}`).join("; ")}
        </p>
      )}
    </section>
  );
}

function BoxShown({ number, dealer }: { number: number; dealer: Dealer }) {
  const box = dealer.sign.boxes.find((each) => each.number === number);
  const stakes = dealer.boxes.find((each) => each.number === number);
  const settled = dealer.settlements.filter((line) => line.box === number);
  const asked = dealer.questions.find((question) => question.box === number);
  return (
    <li class={asked ? "box asked" : "box"} data-box={number}>
      <h3>
        Box {number} {box?.surrendered && <span class="dim">surrendered</span>} {stakes?.absent && <span class="warn">player absent</span>}
      </h3>
      <Wagers number={number} dealer={dealer} />
      {box?.hands.map((hand, index) => (
        <div class="hand" key={index}>
          <Hand hand={hand} over={["complete", "void"].includes(dealer.sign.phase)} />
          {stakes?.hands[index]?.stakes.some((stake) => stake.double_cents > 0) && <Doubles stakes={stakes.hands[index]!.stakes} />}
          <Results lines={settled.filter((line) => line.hand === index + 1)} />
        </div>
      ))}
      <Results lines={settled.filter((line) => line.hand === 0)} />
    </li>
  );
}

function Hand({ hand, over }: { hand: HandSeen; over: boolean }) {
  return (
    <div class="cards-and-total">
      <span class="cards">
        {hand.cards.map((card, index) => (
          <PlayingCard key={`${index}${card}`} card={card} />
        ))}
        {Array.from({ length: hand.face_down }, (_, index) => (
          <CardBack key={`down${index}`} />
        ))}
      </span>
      <span class="total">
        {hand.cards.length > 0 && <b>{hand.soft && !hand.done && !over ? `soft ${hand.points}` : hand.points}</b>}
        {hand.doubled && <span>doubled</span>}
        {hand.done && <span class="dim">{spaced(hand.done)}</span>}
      </span>
    </div>
  );
}

function Wagers({ number, dealer }: { number: number; dealer: Dealer }) {
  const places = dealer.places.filter((place) => place.box === number);
  return (
    <ul class="wagers">
      {places.map((place) => (
        <li key={place.player}>
          <b>{place.player}</b> {money(place.main_cents)}
          {place.sides.map(([kind, cents]) => `, ${spaced(kind)} ${money(cents)}`).join("")}
          {place.insurance_cents > 0 && `, insurance ${money(place.insurance_cents)}`}
        </li>
      ))}
    </ul>
  );
}

const Doubles = ({ stakes }: { stakes: Dealer["boxes"][number]["hands"][number]["stakes"] }) => (
  <p class="dim">
    {stakes
      .filter((stake) => stake.double_cents > 0)
      .map((stake) => `${stake.player} doubled with ${money(stake.double_cents)}`)
      .join(", ")}
  </p>
);

const Results = ({ lines }: { lines: readonly Settled[] }) => (
  <ul class="results">
    {lines.map((line, index) => (
      <li key={index} class={line.outcome}>
        {line.player} {line.wager === "main" ? "" : `${spaced(line.wager)} `}
        {outcomeName(line.outcome)} {line.pays_cents > 0 && <b>pay {money(line.pays_cents)}</b>}
        {line.takes_cents > 0 && <b>take {money(line.takes_cents)}</b>} <span class="dim">{line.clause}</span>
      </li>
    ))}
  </ul>
);
