// Acts in which each bettor has a say: other amounts of a double or of insurance, and at a split who keeps one wager on
// which hand. The limits are those of the open question.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { centsOf, money } from "../../../shared/money";
import { typedCents } from "../../forms/amounts";
import { Choice, Dollars } from "../../forms/fields";
import type { Act, Asked } from "../types";

interface Props {
  question: Asked;
  take: (act: Act) => void;
}
type Limits = Asked["limits"][number];
const HANDS: Record<string, number> = { first: 0, second: 1 };
const BOTH = "";

export function OfEachBettor({ question, take }: Props) {
  if (question.question === "insure") return <Insurance question={question} take={take} />;
  if (question.question !== "decide") return null;
  return (
    <>
      {question.limits.length > 0 && question.choices.includes("double") && <Double question={question} take={take} />}
      {question.keeps.length > 0 && <Split question={question} take={take} />}
    </>
  );
}

const typedFully = (limits: readonly Limits[]) => new Map(limits.map((each) => [each.player, typedCents(each.most_cents)]));
const between = ({ least_cents, most_cents }: Limits): string => `${money(least_cents)} to ${money(most_cents)}`;

/** Within the limits; nothing typed is nothing added, where that may be. */
function amountIn(limits: Limits, typed: string, mayBeNothing: boolean): number | null {
  if (mayBeNothing && !typed.trim()) return 0;
  const cents = centsOf(typed);
  if (cents === 0 && mayBeNothing) return 0;
  return cents !== null && cents >= limits.least_cents && cents <= limits.most_cents ? cents : null;
}

function Double({ question, take }: Props) {
  const [typed, setTyped] = useState(typedFully(question.limits));
  const amounts = question.limits.map((each) => [each, amountIn(each, typed.get(each.player) ?? "", each.player !== question.player)] as const);
  const ready = amounts.every(([, cents]) => cents !== null);
  const act = (): Act => ({
    type: "Double",
    box: question.box!,
    amounts: amounts.flatMap(([{ player }, cents]): [string, number][] => (cents ? [[player, cents]] : [])),
  });
  return (
    <Details summary={`Box ${question.box} doubles for other amounts`} action="Put in this double" ready={ready} take={() => take(act())}>
      {question.limits.map((each) => (
        <Dollars
          key={each.player} label={`${each.player} adds`} value={typed.get(each.player) ?? ""}
          hint={each.player === question.player ? between(each) : `${between(each)}, or nothing`}
          put={(value) => setTyped(new Map(typed).set(each.player, value))}
        />
      ))}
    </Details>
  );
}

function Insurance({ question, take }: Props) {
  const limits = question.limits[0];
  const [typed, setTyped] = useState(limits ? typedCents(limits.most_cents) : "");
  if (!limits) return null;
  const cents = amountIn(limits, typed, false);
  const unit = question.unit_cents && question.unit_cents > 1 ? `, in units of ${money(question.unit_cents)}` : "";
  return (
    <Details
      summary={`${limits.player} on box ${question.box} insures for another amount`} action="Put in this insurance" ready={cents !== null}
      take={() => take({ type: "Insure", box: question.box!, player: limits.player, cents: cents! })}
    >
      <Dollars label={`${limits.player} insures for`} value={typed} hint={`${between(limits)}${unit}`} put={setTyped} />
    </Details>
  );
}

function Split({ question, take }: Props) {
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  const players = [...new Set(question.keeps.map(([player]) => player))];
  const keeps = [...kept].flatMap(([player, hand]): [string, number][] => (hand in HANDS ? [[player, HANDS[hand]!]] : []));
  return (
    <Details
      summary={`Box ${question.box} splits, and somebody behind keeps one wager`} action="Put in this split" ready={keeps.length > 0}
      take={() => take({ type: "Split", box: question.box!, keeps })}
    >
      {players.map((player) => (
        <Choice
          key={player} label={player} value={kept.get(player) ?? BOTH} put={(hand) => setKept(new Map(kept).set(player, hand))}
          of={[[BOTH, "Splits too"], ...question.keeps.filter(([each]) => each === player).map(([, hand]) => [hand, `Keeps the ${hand} hand`] as const)]}
        />
      ))}
    </Details>
  );
}

interface DetailsProps {
  summary: string;
  action: string;
  ready: boolean;
  take: () => void;
  children: ComponentChildren;
}

const Details = ({ summary, action, ready, take, children }: DetailsProps) => (
  <details class="of-each">
    <summary>{summary}</summary>
    <div class="fields">{children}</div>
    <button type="button" class="primary" disabled={!ready} onClick={take}>
      {action}
    </button>
  </details>
);
