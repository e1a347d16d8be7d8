// One act of the sequence, and what may be made of it.

import { useEffect, useState } from "preact/hooks";
import { trying } from "../../../shared/notices";
import type { Correction } from "../correction";
import type { Preview } from "../types";
import { drag, dragged } from "./dragging";
import { AnotherCard } from "./another-card";
import { Offers } from "./offers";
import type { Item } from "./sequence";
import { actName } from "./naming";

interface Props {
  correction: Correction;
  item: Item;
  at: number;
  found: Preview;
  chosen: boolean;
  choose: () => void;
}

export function StepLine({ correction, item, at, found, chosen, choose }: Props) {
  const { sequence } = correction;
  const told = found.steps.filter((step) => step.step === at + 1).flatMap((step) => step.words);
  const stopped = found.refused?.step ?? Infinity;
  const refused = stopped === at + 1 ? found.refused : null;
  const move = (to: number) => void correction.edited(() => sequence.move(at, to));
  const place = dragged.value;
  const mark = place === null ? "" : place.from === at ? "held" : place.to === at ? (place.to < place.from ? "before" : "after") : "";
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    move(event.key === "ArrowUp" ? at - 1 : at + 1);
  };
  return (
    <li class={`act ${refused ? "refused" : ""} ${mark}`} data-step={at + 1}>
      <div class="act-line">
        <span class="handle" aria-hidden="true" onPointerDown={(event) => drag(event, at, move)}>
          ⠿
        </span>
        <button type="button" class={at + 1 > stopped ? "act-words unreached" : "act-words"} aria-expanded={chosen} onClick={choose} onKeyDown={keys}>
          <b>{at + 1}</b>
          <span>
            {told[0] ?? (item.words || actName(item.act))}
            {told.slice(1).map((words, index) => (
              <small key={index}>{words}</small>
            ))}
          </span>
        </button>
        {refused && !chosen && (
          <button type="button" onClick={() => void correction.edited(() => sequence.remove(at))}>
            Remove
          </button>
        )}
      </div>
      {refused && (
        <p class="error" role="alert">
          {refused.message} {refused.clause && <span class="clause">{refused.clause}</span>}
        </p>
      )}
      {chosen && <Ways correction={correction} at={at} move={move} />}
    </li>
  );
}

type Doing = "change" | "before" | "after" | null;
type Wrong = "another" | "forgotten" | null;

function Ways({ correction, at, move }: { correction: Correction; at: number; move: (to: number) => void }) {
  const { sequence } = correction;
  const [doing, setDoing] = useState<Doing>(null);
  const [wrong, setWrong] = useState<Wrong>(null);
  const isCard = ["DrawCard", "DiscardCard"].includes(sequence.acts.value[at]!.type);
  const put = (change: () => void) => {
    setWrong(null);
    void correction.edited(change);
  };
  const last = sequence.items.value.length - 1;
  return (
    <div class="act-ways">
      <div class="row">
        <button type="button" disabled={at === 0} aria-label="Move up" onClick={() => move(at - 1)}>
          ↑
        </button>
        <button type="button" disabled={at === last} aria-label="Move down" onClick={() => move(at + 1)}>
          ↓
        </button>
        {(["change", "before", "after"] as const).map((each) => (
          <button
            key={each} type="button" aria-pressed={doing === each} aria-label={each === "change" ? "Change" : `Insert ${each}`}
            onClick={() => setDoing(doing === each ? null : each)}
          >
            {each === "change" ? "Change" : `+ ${each}`}
          </button>
        ))}
        <button type="button" onClick={() => void correction.edited(() => sequence.remove(at))}>
          Remove
        </button>
      </div>
      <div class="row">
        {isCard && (
          <button type="button" aria-pressed={wrong === "another"} onClick={() => setWrong(wrong === "another" ? null : "another")}>
            It is another card
          </button>
        )}
        {isCard && (
          <button type="button" onClick={() => put(() => sequence.isNone(at))}>
            No card lay there
          </button>
        )}
        <button type="button" aria-pressed={wrong === "forgotten"} onClick={() => setWrong(wrong === "forgotten" ? null : "forgotten")}>
          A card was forgotten before it
        </button>
      </div>
      {wrong === "another" && <AnotherCard action="It is" take={(card) => put(() => sequence.isAnother(at, card))} />}
      {wrong === "forgotten" && <AnotherCard action="Forgotten was" take={(card) => put(() => sequence.forgotten(at, card))} />}
      {doing && <Possible key={doing} correction={correction} at={at} doing={doing} done={() => setDoing(null)} />}
    </div>
  );
}

/** What is possible there is what is possible after all that comes before. */
function Possible({ correction, at, doing, done }: { correction: Correction; at: number; doing: NonNullable<Doing>; done: () => void }) {
  const { sequence } = correction;
  const place = doing === "after" ? at + 1 : at;
  const [found, setFound] = useState<Preview | null>(null);
  useEffect(() => {
    void trying(async () => setFound(await correction.at(sequence.acts.peek().slice(0, place))));
  }, [place]);
  if (!found) return <p class="dim">One moment…</p>;
  return (
    <Offers
      title={doing === "change" ? "Instead of it" : `What is to come ${doing} it`} found={found} removed={sequence.removed.value}
      take={(offer) => {
        done();
        void correction.edited(() =>
          doing === "change" ? sequence.replace(at, offer.act) : sequence.insert(place, offer.act, offer.words),
        );
      }}
    />
  );
}
