// While bets are open: chips for the chosen place, what stood last round in one tap, what is paid of the round before.

import { signal } from "@preact/signals";
import { Dialog } from "../../shared/dialog";
import { money } from "../../shared/money";
import { hasRole } from "../../shared/session";
import { Credentials } from "../../shared/sign-in";
import type { Command } from "../../shared/table-feed";
import { firstByHand, padWanted } from "../devices/devices";
import { Place } from "../hands/decision-bar";
import { NumberPad } from "../number-pad";
import { groups, tick } from "../payments/paying";
import { one } from "../reading";
import { Tap } from "../tap";
import { act, feed, type View } from "../terminal";
import { offence, type Offence } from "./limits";
import { addChip, chips, chosen, confirm, keying, kind, placesNow, proposals, wager, withChip } from "./wagering";
import { kindWords } from "../words";

export function BettingBar({ view }: { view: View }) {
  const open = groups(view).filter((each) => !each.amended);
  const grey = proposals(view);
  const at = chosen.value;
  const begun = placesNow(view).length > 0;
  const repeats = grey.length > 0 && (open.length === 0 || begun);
  return (
    <div class="bar">
      {at ? <Chips view={view} /> : <Hint view={view} />}
      <Place>
        {open.length > 0 && <TickAll open={open} both={repeats} />}
        {repeats && <RepeatAll view={view} grey={grey} both={open.length > 0} />}
      </Place>
      <Place>{begun && (padWanted.value === "lost" ? <FirstByHand view={view} /> : <NoMoreBets view={view} />)}</Place>
    </div>
  );
}

interface Beside {
  /** Whether the other one stands in the same place. */
  both: boolean;
}

const TickAll = ({ open, both }: Beside & { open: ReturnType<typeof groups> }) => (
  <Tap name="tick all" class={both ? "half primary" : "big primary"} onTap={() => tick("tick all", open)}>
    All paid and taken
    {!both && <small>{summary(open.flatMap((each) => each.of))}</small>}
  </Tap>
);

const RepeatAll = ({ view, grey, both }: Beside & { view: View; grey: ReturnType<typeof proposals> }) => (
  <Tap name="repeat all" class={both ? "half primary" : "big primary"} onTap={() => confirm("repeat all", grey, one(view, "bets")?.id ?? null)}>
    Repeat all{both ? `: ${sumOf(grey)}` : ""}
    {!both && <small>{sumOf(grey)} as last round</small>}
  </Tap>
);

const sumOf = (wagers: readonly { cents: number }[]): string => money(wagers.reduce((sum, each) => sum + each.cents, 0));

const summary = (payments: { pays_cents: number; takes_cents: number }[]): string => {
  const sum = (of: "pays_cents" | "takes_cents") => payments.reduce((total, each) => total + each[of], 0);
  return `pay ${money(sum("pays_cents"))}, take ${money(sum("takes_cents"))}`;
};

function NoMoreBets({ view }: { view: View }) {
  if (view.sign.notice === "no_more_bets") return null;
  const done = () => ((chosen.value = null), act("CloseBets", { command: { type: "CloseBets" }, question: one(view, "bets")?.id ?? null }));
  return (
    <Tap name="CloseBets" class="big" onTap={done}>
      No more bets
      <small>or deal the first card</small>
    </Tap>
  );
}

/** No shoe tells the first card: it is keyed, and says "no more bets" too. */
const FirstByHand = ({ view }: { view: View }) => (
  <Tap name="first by hand" local off={!one(view, "card")} class="big primary" onTap={() => (firstByHand.value = one(view, "card")?.id ?? "")}>
    Key the first card
    <small>no more bets</small>
  </Tap>
);

const Hint = ({ view }: { view: View }) => (
  <p class="bar-hint">
    {groups(view).length ? "Tap a box when it is paid and taken, or all at once. Bets and cards do not wait for it." : proposals(view).length ? "Grey: last round's bets. Tap one to repeat it, or Repeat all. Press and hold to key an amount." : "Tap a place, then its chips. Press and hold to key an amount."}
  </p>
);

function Chips({ view }: { view: View }) {
  const at = chosen.value!;
  const of = kind.value;
  const question = one(view, "bets")?.id ?? null;
  return (
    <div class="chips">
      {chips(view.config).map((cents) => {
        const wrong = offence(view, at, of, withChip(view, at, of, cents));
        return (
          <Tap key={cents} name={`chip ${cents}`} quick class={`chip${wrong ? " outside" : ""}`} onTap={() => addChip(view, at, of, cents, question, wrong?.little ?? false)}>
            {money(cents)}
            <span class="hidden-from-sight">
              {" "}
              for {at.player}
              {of === "main" ? "" : `, ${kindWords(of)}`}
            </span>
            {wrong && <small>{wrong.words}</small>}
          </Tap>
        );
      })}
    </div>
  );
}

/** An amount that comes when the bettor has two cards: a supervisor signs it. */
const signing = signal<{ command: Command; question: string | null; words: string } | null>(null);

export function SigningAmount() {
  const wanted = signing.value;
  if (!wanted) return null;
  const close = () => (signing.value = null);
  const sign = async (who: string, pin: string) => {
    await feed.value!.order(wanted.command, wanted.question, [{ who, pin }]);
    close();
  };
  return (
    <Dialog title="The cards lie there: a supervisor signs the amount" close={close}>
      <Credentials action={wanted.words} submit={sign} />
    </Dialog>
  );
}

const flagged = (wrong: Offence | null): string => (wrong ? `Outside the limits: ${wrong.words}` : "");

/** An amount by its digits; after the end of betting the table refuses it, keeps that, and it is shown. */
export function Keying({ view }: { view: View }) {
  const at = keying.value;
  if (!at) return null;
  const of = chosen.value?.player === at.player ? kind.value : "main";
  const missing = view.questions.find((each) => each.question === "amount" && each.player === at.player && each.box === at.box);
  const question = missing?.id ?? one(view, "bets")?.id ?? null;
  const done = (value: number) => {
    const command = wager(at, of, Math.round(value * 100));
    if (!missing?.to_be_signed || hasRole("supervisor")) return act("keyed", { command, question });
    signing.value = { command, question, words: `Bet ${money(Math.round(value * 100))}` };
  };
  const likely = missing ? chips(view.config).map((cents) => ({ words: money(cents), value: cents / 100 })) : [];
  return (
    <NumberPad
      title={`${at.player}, ${kindWords(of)}: the amount in dollars`}
      action={(value) => `Bet ${money(Math.round(value * 100))}`}
      point
      warning={(value) => flagged(offence(view, at, of, Math.round(value * 100)))}
      choices={likely}
      done={done}
      close={() => (keying.value = null)}
    />
  );
}
