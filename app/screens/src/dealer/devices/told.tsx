// What the shoe has told and nobody has said anything of yet: beside the record, with the faces of what lies open.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { CardBack, type CardCode, PlayingCard } from "../../shared/cards";
import { Dialog } from "../../shared/dialog";
import { trying } from "../../shared/notices";
import type { Command } from "../../shared/table-feed";
import { Tap } from "../tap";
import { TABLE, type View } from "../terminal";

type Told = Schemas["ToldNow"];
type ToldCard = Schemas["ToldCard"];
type Way = Schemas["Way"];
export const told = signal<Told | null>(null);

/** Ask again whenever the table holds for something else, or the shoe has told more. */
export function useTold(view: View): void {
  const hold = view.hold;
  useEffect(() => {
    if (!hold) told.value = null;
    else void trying(async () => (told.value = (await get("/api/v1/tables/{number}/told", { path: { number: TABLE } })).told));
  }, [hold?.irregularity, hold?.detail, hold?.told, view.typed.length]);
}

const place = ({ box, hand }: { box: number | null; hand: number | null }): string =>
  box === null ? "not known yet" : box === 0 ? "dealer" : `box ${box}${hand !== null && hand > 1 ? `, hand ${hand}` : ""}`;

function Card({ card }: { card: ToldCard }) {
  return (
    <span>
      {card.card ? <PlayingCard card={card.card} /> : <CardBack />}
      <small>{place(card)}</small>
    </span>
  );
}

/** What comes by itself when the doubt is over: nobody enters it. */
export function ToldList() {
  const found = told.value;
  if (!found || (found.cards.length === 0 && found.more === 0)) return null;
  return (
    <div class="told" role="group" aria-label="The shoe has told">
      <p class="bar-hint">The shoe has told these: they come by themselves, do not enter them.</p>
      <div class="row">
        {found.cards.map((card, index) => (
          <Card key={index} card={card} />
        ))}
        {found.more > 0 && <strong>and {found.more} more</strong>}
      </div>
    </div>
  );
}

/** Whether the card that is entered is one that the shoe has told, as far as that may be seen. */
export const isTold = (card: CardCode): boolean => told.value?.cards.some((each) => each.card === card) ?? false;

export function Beside({ view, take, close }: { view: View; take: (command: Command) => unknown; close: () => void }) {
  const found = told.value;
  return (
    <Dialog title="The record beside the shoe's list" close={close} class="list-dialog">
      <div class="told">
        <p>Keyed, and not told by the shoe:</p>
        <div class="row">{view.hold?.keyed.map((card, index) => (card ? <PlayingCard key={index} card={card} /> : <CardBack key={index} />))}</div>
        <p>Told by the shoe:</p>
        <div class="row">{found?.cards.map((card, index) => (card.card ? <PlayingCard key={index} card={card.card} /> : <CardBack key={index} />))}</div>
        <p>
          <strong>Which way do the cards lie on the table?</strong>
        </p>
        {found?.ways.map((way) => (
          <Tap key={way.key} name={`way ${way.key}`} class="big way" onTap={() => take({ type: "Resolve", choice: "as_told", arrangement: way.key })}>
            <Hands way={way} />
            <small>{way.cards.map((card, index) => `${card.card ?? "face down"} ${place(card)}${way.forgotten[index] ? " (was forgotten)" : ""}`).join("; ")}</small>
          </Tap>
        ))}
        {found && found.ways.length === 0 && <p>They fit no way in which this round can have gone. Call the floor: two supervisors rebuild the round.</p>}
      </div>
    </Dialog>
  );
}

const Hands = ({ way }: { way: Way }) => (
  <span class="row">
    dealer {way.dealer.map((card, index) => <PlayingCard key={index} card={card} />)}
    {way.hands.map(([box, hand, cards]) => (
      <span key={`${box}.${hand}`} class="row">
        {place({ box, hand })} {cards.map((card, index) => <PlayingCard key={index} card={card} />)}
      </span>
    ))}
  </span>
);
