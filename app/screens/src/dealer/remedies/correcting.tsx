// "That card was for…", "a card is wrong": the felt is right and the record wrong. The server says which readings fit, and
// which cards were typed; one tap takes one.

import { signal } from "@preact/signals";
import { cardName, PlayingCard } from "../../shared/cards";
import { Dialog } from "../../shared/dialog";
import { tellProblem } from "../../shared/notices";
import { CardKeys } from "../cards/card-pad";
import { hardOrSoft } from "../reading";
import { Tap } from "../tap";
import { act, attempt, feed, type View } from "../terminal";

export const correcting = signal(false);
type Typed = View["typed"][number];
/** The card that is wrong, and what it is as far as that was said. */
const wrong = signal<{ typed: Typed; card: string | null; asksWhose: boolean } | null>(null);
// More cards do not come to a hand that turned out not to be over before somebody notices.
const MOST_OWN = 3;
type Reading = NonNullable<typeof feed.value>["corrections"]["value"][number];
// So many fit beside the dealer's hand.
const MOST_BESIDE = 2;

const readings = (): readonly Reading[] => feed.value?.corrections.value ?? [];
const boxWords = (each: { box: number; hand: number }): string => `box ${each.box}${each.hand > 1 ? `, hand ${each.hand}` : ""}`;
const words = (each: Reading): string => (each.correction === "stood" ? `That card was not for ${boxWords(each)}` : `That card was for ${boxWords(each)}`);
const why = (each: Reading): string => (each.correction === "stood" ? "it had stood" : "it had not stood");

async function take(each: Reading): Promise<void> {
  const command = { type: "CorrectRecord", correction: each.correction, box: each.box, hand: each.hand } as const;
  if (await act("correct", { command })) correcting.value = false;
}

/** The readings that are nearest, beside the dealer's hand. */
export function Beside() {
  return (
    <div class="beside">
      {readings().slice(0, MOST_BESIDE).map((each) => (
        <Tap key={`${each.correction}${each.box}.${each.hand}`} name={`${each.correction} ${each.box}.${each.hand}`} class="correction" onTap={() => take(each)}>
          {words(each)}
          <small>{why(each)}</small>
        </Tap>
      ))}
    </div>
  );
}

export function Correcting({ view }: { view: View }) {
  const found = readings();
  if (wrong.value) return <WrongCard />;
  return (
    <Dialog title="The felt is right, the record is wrong" close={() => (correcting.value = false)} class="list-dialog">
      {found.length === 0 && view.typed.length === 0 && <p>No other reading fits the cards. What was paid cannot be put right here: call the supervisor.</p>}
      {view.typed.length > 0 && <p>A card is wrong:</p>}
      <div class="bar">
        {view.typed.map((each) => (
          <Tap key={each.number} name={`wrong ${each.number}`} local class="big" onTap={() => (wrong.value = { typed: each, card: null, asksWhose: false })}>
            <PlayingCard card={each.card} />
            <small>{each.box ? boxWords(each) : "dealer"}</small>
          </Tap>
        ))}
      </div>
      {found.map((each) => (
        <Tap key={`${each.correction}${each.box}.${each.hand}`} name={`reading ${each.correction} ${each.box}.${each.hand}`} class="big wide" onTap={() => take(each)}>
          {words(each)}: {why(each)}
          <small>{handWords(view, each)}</small>
        </Tap>
      ))}
    </Dialog>
  );
}

async function putRight(typed: Typed, card: string | null, own: number | null = null): Promise<void> {
  const command = { type: "CorrectCard", number: typed.number, was: typed.card, card, own } as const;
  const refused = await attempt("correct card", { command });
  if (refused?.code === "whose_card") return void (wrong.value = { typed, card, asksWhose: true });
  wrong.value = null;
  if (refused) tellProblem(refused);
  else correcting.value = false;
}

function WrongCard() {
  const { typed, card, asksWhose } = wrong.value!;
  const close = () => (wrong.value = null);
  if (asksWhose)
    return (
      <Dialog title="The hand was not over: how many of the cards after it lie on it?" close={close} class="list-dialog">
        {Array.from({ length: MOST_OWN + 1 }, (_, own) => (
          <Tap key={own} name={`own ${own}`} class="big" onTap={() => putRight(typed, card, own)}>
            {own === 0 ? "None: it stood" : own}
          </Tap>
        ))}
      </Dialog>
    );
  return (
    <Dialog title={`Keyed was the ${cardName(typed.card)}: what lies there?`} close={close} class="list-dialog">
      <CardKeys id={`wrong ${typed.number}`} words="Which card lies there?" send={(now) => putRight(typed, now)} />
      <Tap name="no card" class="big" onTap={() => putRight(typed, null)}>
        No card lies there
      </Tap>
    </Dialog>
  );
}

function handWords(view: View, each: Reading): string {
  const hand = view.sign.boxes.find((box) => box.number === each.box)?.hands[each.hand - 1];
  return hand ? `now ${hand.cards.join(" ")}, ${hardOrSoft(hand)}` : "";
}
