// The bettors of a box and their chips: grey what stood last round, white what stands now.

import { money } from "../../shared/money";
import { offence } from "./limits";
import { one, placeCode } from "../reading";
import type { Command } from "../../shared/table-feed";
import { building, builtAt, centsOf, chosen, confirm, keying, kind, kindsOf, nextBehind, placeOf, placesNow, playersAt, proposals, type Initial, wager } from "./wagering";
import { Tap } from "../tap";
import { act, type View } from "../terminal";
import { kindLetters, kindWords } from "../words";

interface At {
  view: View;
  number: number;
}

/** While bets are open every place can be tapped: a grey one is confirmed by it; held, its amount is keyed. */
export function BoxWagers({ view, number, betting }: At & { betting: boolean }) {
  const players = playersAt(view, number);
  if (!betting) return <ul class="wagers">{players.filter((player) => stands(view, number, player)).map((player) => <Standing key={player} {...{ view, number, player }} />)}</ul>;
  const mine = chosen.value?.box === number ? [chosen.value.player] : [];
  const shown = [...new Set([...players, placeCode(number, 0), ...mine])].sort();
  return (
    <div class="wagers open">
      {chosen.value?.box === number && <ChosenTools view={view} />}
      {shown.map((player) => (
        <PlaceButton key={player} {...{ view, number, player }} />
      ))}
    </div>
  );
}

const stands = (view: View, box: number, player: string) => placesNow(view).some((each) => each.box === box && each.player === player);

function Standing({ view, number, player }: At & { player: string }) {
  const place = view.places.find((each) => each.box === number && each.player === player)!;
  const insured = place.insurance_cents ? ` · ins ${money(place.insurance_cents)}` : "";
  return (
    <li>
      <Tap name={`standing ${player}`} local class="standing" onTap={() => place.amount === "missing" && (keying.value = { box: number, player })} onHold={() => (keying.value = { box: number, player })}>
        <span class="place">{player}</span>
        <span>
          <Amounts main={place.main_cents} sides={place.sides} amount={place.amount} />
          {insured && <span class="dim">{insured}</span>}
        </span>
      </Tap>
    </li>
  );
}

interface AmountsShown {
  main: number;
  sides: readonly (readonly [string, number])[];
  amount?: "" | "missing" | "late";
}
const Amounts = ({ main, sides, amount = "" }: AmountsShown) => (
  <span class="amounts">
    <b>{amount === "missing" ? "$ ?" : main ? money(main) : "–"}</b>
    {amount === "late" && <span class="side">entered late</span>}
    {sides.filter(([, cents]) => cents).map(([name, cents]) => (
      <span key={name} class="side"> {kindLetters(name)} {money(cents)}</span>
    ))}
  </span>
);

function PlaceButton({ view, number, player }: At & { player: string }) {
  const place = placesNow(view).find((each) => each.box === number && each.player === player);
  const grey = proposals(view, number).filter((each) => each.player === player);
  const mine = chosen.value?.box === number && chosen.value.player === player;
  const sides = place ? place.sides : sidesOf(grey);
  const more = place ? sidesOf(grey) : [];
  const main = place?.main_cents ?? grey.find((each) => each.kind === "main")?.cents ?? 0;
  const of = mine ? kind.value : "main";
  const built = builtAt({ box: number, player }, of);
  const wrong = offence(view, { box: number, player }, of, built);
  const state = place ? "stands" : grey.length ? "grey" : "free";
  return (
    <Tap
      name={`place ${player}`}
      class={`place-button ${state}${mine ? " chosen" : ""}`}
      quick
      pressed={mine}
      onTap={() => choose(view, number, player)}
      onHold={() => (keying.value = { box: number, player })}
    >
      <span class="place">{player}</span> {main || sides.length || place ? <Amounts main={main} sides={sides} amount={place?.amount ?? ""} /> : !built && <span class="dim">bet</span>}
      {state === "grey" && <span class="hidden-from-sight"> as last round, not confirmed</span>}
      {more.map(([name, cents]) => (
        <span key={name} class="side proposed">
          + {kindLetters(name)} {money(cents)}?<span class="hidden-from-sight"> as last round, not confirmed</span>
        </span>
      ))}
      {built > 0 && <span class="built">{money(built)}: {wrong?.words ?? "not a bet yet"}</span>}
    </Tap>
  );
}

const sidesOf = (wagers: readonly Initial[]): [string, number][] =>
  wagers.filter((each) => each.kind !== "main").map((each) => [each.kind, each.cents]);

/** One tap confirms all that is grey at the box; where nothing is, it chooses the place for chips. */
function choose(view: View, box: number, player: string): void {
  const grey = proposals(view, box).filter((each) => !stands(view, box, each.player));
  if (grey.some((each) => each.player === player)) void confirm(`place ${player}`, grey, one(view, "bets")?.id ?? null);
  const again = chosen.value?.player === player;
  kind.value = "main";
  chosen.value = again ? null : { box, player };
}

/** For the chosen place, in its own column: what kind of wager, another bettor behind, everything off again. */
function ChosenTools({ view }: { view: View }) {
  const at = chosen.value!;
  const of = kind.value;
  const kinds = kindsOf(view);
  const behind = nextBehind(view, at.box);
  const now = centsOf(view, at, of);
  const addBehind = (player: string) => {
    kind.value = "main";
    chosen.value = { box: at.box, player };
  };
  return (
    <div class="chosen-tools">
      {kinds.length > 1 && (
        <div class="kinds" role="group" aria-label="Kind of wager">
          {kinds.map((each) => (
            <Tap key={each} name={`kind ${each}`} local class={`small-tap${of === each ? " chosen" : ""}`} pressed={of === each} label={each === "main" ? "Main" : `${kindLetters(each)}: ${kindWords(each)}`} onTap={() => (kind.value = each)}>
              {each === "main" ? "Main" : kindLetters(each)}
            </Tap>
          ))}
        </div>
      )}
      {!placeOf(view, at.box, at.player) && (
        <Tap name="follows" quick class="small-tap" onTap={() => follows(view, at)}>
          Live, amount later
        </Tap>
      )}
      <div class="kinds">
        <Tap name="clear" quick class="small-tap" off={!now && !builtAt(at, of) && !(of === "main" && placeOf(view, at.box, at.player))} label={`Clear ${at.player} ${kindWords(of)}`} onTap={() => clear(view, at, of)}>
          Clear
        </Tap>
        {behind && (
          <Tap name="behind" local class="small-tap" label={`+ ${behind}: another bettor behind`} onTap={() => addBehind(behind)}>
            + {behind}
          </Tap>
        )}
      </div>
    </div>
  );
}

/** A wager lies there; how much it is, is entered by the first decision on the box. */
function follows(view: View, at: { box: number; player: string }): Promise<boolean> {
  return act("follows", { command: { ...wager(at, "main", 0), missing: true } as Command, question: one(view, "bets")?.id ?? null });
}

function clear(view: View, at: { box: number; player: string }, of: string): Promise<boolean> {
  const question = one(view, "bets")?.id ?? null;
  if (builtAt(at, of)) {
    building.value = null;
    return Promise.resolve(true);
  }
  if (of === "main") return act("clear", { command: { type: "WithdrawWagers", ...at }, question });
  return act("clear", { command: { type: "PlaceWager", ...at, kind: of, cents: 0 }, question });
}
