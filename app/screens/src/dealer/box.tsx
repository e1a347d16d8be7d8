// One box as the dealer sees it: its hands, its bettors with their chips, what is offered to each, what is paid and taken.

import { money } from "../shared/money";
import { BoxHands } from "./cards/hands";
import { BoxPayments, groups } from "./payments/paying";
import { BoxOffers } from "./offers/offers";
import { BoxWagers } from "./wagers/wagers";
import { atTurn, one, playing } from "./reading";
import type { View } from "./terminal";

export function Box({ view, number }: { view: View; number: number }) {
  const shown = view.sign.boxes.find((box) => box.number === number);
  const stakes = view.boxes.find((box) => box.number === number);
  const turn = atTurn(view);
  const mine = turn?.box === number && playing(view);
  const betting = one(view, "bets") !== undefined;
  const owed = groups(view).some((each) => each.box === number && !each.amended);
  const over = ["complete", "void"].includes(view.sign.phase);
  const live = shown !== undefined || view.places.some((place) => place.box === number);
  return (
    <section class={`box${mine ? " turn" : ""}${live || betting ? "" : " idle"}`} data-box={number} aria-label={`Box ${number}`} aria-current={mine}>
      <header>
        <strong class="box-number">{number}</strong>
        {mine && <span class="turn-mark">▼ now</span>}
        {!mine && stakes?.absent && <span class="dim">absent</span>}
        {!mine && <BoxTotal view={view} number={number} />}
      </header>
      {shown && <BoxHands view={view} box={shown} turnHand={mine ? turn.hand : 0} />}
      <BoxOffers view={view} number={number} />
      <BoxPayments view={view} number={number} />
      {betting && over && owed ? null : <BoxWagers view={view} number={number} betting={betting} />}
    </section>
  );
}

function BoxTotal({ view, number }: { view: View; number: number }) {
  const mains = view.places.filter((place) => place.box === number);
  const cents = mains.reduce((sum, place) => sum + place.main_cents, 0);
  return mains.length > 1 && cents ? <span class="dim box-total">{money(cents)}</span> : null;
}
