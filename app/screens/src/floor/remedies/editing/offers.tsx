// The acts that are possible at a place, to be tapped.

import { PlayingCard } from "../../../shared/cards";
import type { Preview } from "../types";
import { type Offer, offersOf } from "./offering";
import { OfEachBettor } from "./of-each-bettor";
import type { Item } from "./sequence";

interface Props {
  title: string;
  found: Preview;
  removed: readonly Item[];
  take: (offer: Offer) => void;
}

export function Offers({ title, found, removed, take }: Props) {
  const offers = offersOf(found, removed);
  const cards = offers.filter((offer) => offer.card !== undefined);
  const others = offers.filter((offer) => offer.card === undefined);
  const asked = found.questions.map((each) => each.words).join("; ");
  return (
    <fieldset class="offers">
      <legend>{title}</legend>
      {asked && <p class="dim">{asked}</p>}
      {offers.length === 0 && <p class="dim">Nothing is possible here.</p>}
      <div class="row">
        {cards.map((offer) => (
          <button key={offer.card} type="button" class="card-offer" onClick={() => take(offer)}>
            <PlayingCard card={offer.card!} />
          </button>
        ))}
      </div>
      <div class="row">
        {others.map((offer) => (
          <button key={JSON.stringify(offer.act)} type="button" onClick={() => take(offer)}>
            {offer.words}
          </button>
        ))}
      </div>
      {found.questions.map(({ question }) => (
        <OfEachBettor key={question.id} question={question} take={(act) => take({ words: "", act })} />
      ))}
    </fieldset>
  );
}
