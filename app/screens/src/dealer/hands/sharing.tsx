// A double or a split where bettors behind have a say: each place in one row, everything preset to going along.

import { signal } from "@preact/signals";
import { money } from "../../shared/money";
import { NumberPad } from "../number-pad";
import type { Question } from "../reading";
import { Tap } from "../tap";
import { act } from "../terminal";

export const sharing = signal<{ question: string; type: "Double" | "Split" } | null>(null);
/** Who declines (0) or adds less, by place; who keeps one hand at a split. */
const amounts = signal<ReadonlyMap<string, number>>(new Map());
const keeping = signal<ReadonlyMap<string, number>>(new Map());
const less = signal<string | null>(null);
const HALVES: Record<string, number> = { first: 0, second: 1 };

export function needsSharing(question: Question, type: "Double" | "Split"): boolean {
  return type === "Double" ? question.limits.length > 1 : question.keeps.length > 0;
}

function close(): void {
  sharing.value = null;
  amounts.value = new Map();
  keeping.value = new Map();
  less.value = null;
}

const changed = (map: ReadonlyMap<string, number>, player: string, value: number | null): ReadonlyMap<string, number> => {
  const copy = new Map(map);
  if (value === null) copy.delete(player);
  else copy.set(player, value);
  return copy;
};

export function Sharing({ question }: { question: Question }) {
  const type = sharing.value!.type;
  return (
    <div class="sharing">
      <div class="sharing-rows">{type === "Double" ? <DoubleRows question={question} /> : <SplitRows question={question} />}</div>
      <Tap name="back" local class="big" onTap={close}>
        Back
      </Tap>
      <Tap name={`${type} shared`} class="big primary" onTap={() => send(question, type)}>
        {type}
        <small>box {question.box}</small>
      </Tap>
    </div>
  );
}

async function send(question: Question, type: "Double" | "Split"): Promise<void> {
  const box = question.box!;
  const doubles = question.limits
    .map((each): [string, number] => [each.player, amounts.value.get(each.player) ?? each.most_cents])
    .filter(([, cents]) => cents > 0);
  const keeps = [...keeping.value].map(([player, half]): [string, number] => [player, half]);
  const command = type === "Double" ? ({ type, box, amounts: doubles } as const) : ({ type, box, keeps } as const);
  if (await act(`${type} shared`, { command, question: question.id })) close();
}

function DoubleRows({ question }: { question: Question }) {
  const asking = question.limits.find((each) => each.player === less.value);
  return (
    <>
      {question.limits.map((each) => {
        const now = amounts.value.get(each.player) ?? each.most_cents;
        const set = (cents: number) => (amounts.value = changed(amounts.value, each.player, cents));
        const decides = each.player === question.player;
        return (
          <div key={each.player} class="sharing-row">
            <strong>{each.player}</strong>
            <Choice name={`full ${each.player}`} on={now === each.most_cents} words={`Doubles ${money(each.most_cents)}`} onTap={() => set(each.most_cents)} />
            <Choice name={`less ${each.player}`} on={now > 0 && now < each.most_cents} words={now > 0 && now < each.most_cents ? money(now) : "Less…"} onTap={() => (less.value = each.player)} />
            {!decides && <Choice name={`not ${each.player}`} on={now === 0} words="Declines" onTap={() => set(0)} />}
          </div>
        );
      })}
      {asking && (
        <NumberPad
          title={`${asking.player} doubles for less: ${money(asking.least_cents)} to ${money(asking.most_cents)}${(question.unit_cents ?? 1) > 1 ? `, in steps of ${money(question.unit_cents!)}` : ""}`}
          action={(value) => `Doubles for ${money(Math.round(value * 100))}`}
          point
          fits={(value) => {
            const cents = Math.round(value * 100);
            return cents >= asking.least_cents && cents <= asking.most_cents && cents % (question.unit_cents ?? 1) === 0;
          }}
          done={(value) => (amounts.value = changed(amounts.value, asking.player, Math.round(value * 100)))}
          close={() => (less.value = null)}
        />
      )}
    </>
  );
}

function SplitRows({ question }: { question: Question }) {
  const players = [...new Set(question.keeps.map(([player]) => player))];
  return (
    <>
      {players.map((player) => {
        const now = keeping.value.get(player) ?? null;
        const set = (half: number | null) => (keeping.value = changed(keeping.value, player, half));
        return (
          <div key={player} class="sharing-row">
            <strong>{player}</strong>
            {question.away.includes(player) ? (
              <Choice name={`stays ${player}`} on={now === null} words="Absent: stays on the first hand" onTap={() => set(null)} />
            ) : (
              <Choice name={`splits ${player}`} on={now === null} words="Splits too" onTap={() => set(null)} />
            )}
            {question.keeps
              .filter(([each]) => each === player)
              .map(([, half]) => (
                <Choice key={half} name={`keeps ${player} ${half}`} on={now === HALVES[half]} words={`Keeps the ${half} hand`} onTap={() => set(HALVES[half]!)} />
              ))}
          </div>
        );
      })}
    </>
  );
}

const Choice = ({ name, on, words, onTap }: { name: string; on: boolean; words: string; onTap: () => unknown }) => (
  <Tap name={name} local class={`choice${on ? " chosen" : ""}`} pressed={on} onTap={onTap}>
    {on ? "✓ " : ""}
    {words}
  </Tap>
);
