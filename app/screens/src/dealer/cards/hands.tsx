// Hands with their cards and totals: the dealer's, and those of a box, split ones side by side.

import { useEffect, useRef } from "preact/hooks";
import { Cards } from "../../shared/cards";
import { money } from "../../shared/money";
import { atTurn, hardOrSoft, type Hand, isOver, playing } from "../reading";
import { doneWords } from "../words";
import type { View } from "../terminal";

type BoxShown = View["sign"]["boxes"][number];

export function BoxHands({ view, box, turnHand }: { view: View; box: BoxShown; turnHand: number }) {
  const stakes = view.boxes.find((each) => each.number === box.number);
  const place = useRef<HTMLDivElement>(null);
  // Where not all hands have room, the one that is dealt to is seen.
  useEffect(() => place.current?.querySelector(".turn-hand")?.scrollIntoView({ block: "nearest" }), [turnHand, box.hands[turnHand - 1]?.cards.length]);
  useEffect(() => sayMore(place.current!));
  return (
    <div class={`hands of-${box.hands.length}`} ref={place} onScroll={(event) => sayMore(event.currentTarget)}>
      {box.hands.map((hand, index) => (
        <div key={index} class={`hand${turnHand === index + 1 && box.hands.length > 1 ? " turn-hand" : ""}${hand.done ? " done" : ""}`}>
          <span style={{ "--per": perRow(hand, box.hands.length) }}>
            <Cards cards={hand.cards} down={hand.face_down} />
          </span>
          <Total hand={hand} over={isOver(view)} surrendered={box.surrendered} />
          <Doubled stakes={stakes?.hands[index]?.stakes ?? []} />
        </div>
      ))}
    </div>
  );
}

// Less than this below the edge is no hand.
const WORD_PX = 20;

/** Whether more hands lie below what is seen. */
function sayMore(place: HTMLElement): void {
  place.toggleAttribute("data-more", place.scrollTop + place.clientHeight < place.scrollHeight - WORD_PX);
}

/** How many cards lie in one row: as large as all cards of the hand can be in its part of the box. */
function perRow(hand: Hand, hands: number): number {
  const cards = hand.cards.length + hand.face_down;
  if (cards <= 2) return 2;
  if (hands === 1) return cards <= 4 ? cards : cards <= 6 ? 3 : 4;
  return cards === 3 && hands > 2 ? 3 : cards <= 4 ? 2 : 3;
}

// The total says it, or that it was doubled.
const SELF_EVIDENT: readonly Hand["done"][] = ["", "twenty_one", "one_card"];

function Total({ hand, over, surrendered }: { hand: Hand; over: boolean; surrendered: boolean }) {
  const words = surrendered ? "Surrendered" : SELF_EVIDENT.includes(hand.done) ? "" : doneWords(hand.done);
  return (
    <span class="total">
      <strong>{hardOrSoft(hand, over)}</strong>
      {words && <span class="how">{words}</span>}
    </span>
  );
}

type Stakes = View["boxes"][number]["hands"][number]["stakes"];

/** Who doubled, those with the same amount together. */
function Doubled({ stakes }: { stakes: Stakes }) {
  const doubled = stakes.filter((stake) => stake.double_cents > 0);
  if (!doubled.length) return null;
  const amounts = [...new Set(doubled.map(added))];
  const all = amounts.length === 1 && doubled.length === stakes.length && stakes.length > 1;
  const who = (amount: string) => doubled.filter((stake) => added(stake) === amount).map((stake) => stake.player).join(" ");
  return <span class="doubled"><span class="doubled-word">Doubled </span>{all ? `${amounts[0]} each` : amounts.map((amount) => `${who(amount)} ${amount}`).join(", ")}</span>;
}

const added = (stake: Stakes[number]): string => `+${money(stake.double_cents)}${stake.rescued ? " taken back" : ""}`;

export function DealerHand({ view }: { view: View }) {
  const dealer = view.sign.dealer;
  const turn = playing(view) && atTurn(view)?.box === 0;
  const cards = dealer.cards.length + dealer.face_down;
  return (
    <section class={`dealer-hand${turn ? " turn" : ""}`} aria-label="Dealer's hand" aria-current={turn}>
      <strong class="dealer-name">Dealer{turn ? " ▼ now" : ""}</strong>
      <span style={{ "--card-height": cards > 6 ? "66px" : "92px" }}>
        <Cards cards={dealer.cards} down={dealer.face_down} />
      </span>
      {dealer.points > 0 && <strong class="dealer-total">{hardOrSoft(dealer, isOver(view))}</strong>}
    </section>
  );
}
