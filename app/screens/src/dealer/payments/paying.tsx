// What is paid and taken, in large digits, ticked off box by box. Ticks are a record: they never hold the cards.

import type { Command } from "../../shared/table-feed";
import { money } from "../../shared/money";
import { isOpen, openPayments, type Payment } from "../reading";
import { Tap } from "../tap";
import { act, type View } from "../terminal";

const key = (each: Payment) => `${each.round} ${each.amended} ${each.box}`;

const tickOf = (round: number, amended: boolean, box: number, of: readonly Payment[]): Command =>
({
    type: "TickPayments", round, amended, box, player: null,
    pays_cents: of.reduce((sum, each) => sum + each.pays_cents, 0),
    takes_cents: of.reduce((sum, each) => sum + each.takes_cents, 0),
  });

/** Everything that is open, box by box: one order for each. */
export function groups(view: View): { round: number; amended: boolean; box: number; of: Payment[] }[] {
  const found = new Map<string, { round: number; amended: boolean; box: number; of: Payment[] }>();
  for (const each of openPayments(view)) {
    const so = found.get(key(each)) ?? { round: each.round, amended: each.amended, box: each.box, of: [] };
    so.of.push(each);
    found.set(key(each), so);
  }
  return [...found.values()];
}

export function tick(control: string, which: ReturnType<typeof groups>): Promise<boolean> {
  return act(control, ...which.map((each) => ({ command: tickOf(each.round, each.amended, each.box, each.of) })));
}

export function BoxPayments({ view, number }: { view: View; number: number }) {
  const here = view.payments.filter((each) => each.box === number && !each.amended && (isOpen(each) || each.round === view.sign.round));
  if (!here.length) return null;
  const open = groups(view).filter((each) => each.box === number && !each.amended);
  if (!open.length) return <Done of={here} number={number} />;
  const rows = open.flatMap((each) => each.of).sort((one, other) => one.player.localeCompare(other.player));
  return (
    <Tap name={`tick ${number}`} class="payment" onTap={() => tick(`tick ${number}`, open)}>
      <span class="hidden-from-sight">Box {number}: </span>
      {rows.map((each) => (
        <Amount key={`${each.round} ${each.player}`} of={each} many={rows.length > 1} />
      ))}
    </Tap>
  );
}

const spoken = (each: Payment) =>
  [each.pays_cents && `pay ${each.player} ${money(each.pays_cents)}`, each.takes_cents && `take ${money(each.takes_cents)} from ${each.player}`].filter(Boolean).join(" and ");

function Amount({ of: each, many }: { of: Payment; many: boolean }) {
  return (
    <span class={`pay-row${many ? " small" : ""}`}>
      <span class="place">{each.player}</span>
      {each.pays_cents > 0 && <span class="pay">pay {money(each.pays_cents)}</span>}
      {each.takes_cents > 0 && <span class="take">take {money(each.takes_cents)}</span>}
    </span>
  );
}

/** A tick that was a mistake is taken back where it was made. */
function Done({ of, number }: { of: readonly Payment[]; number: number }) {
  const [first] = of;
  if (of.some((each) => each.held_pays_cents || each.held_takes_cents)) return <p class="paid-off">on hold</p>;
  const paid = of.some((each) => each.ticked_pays_cents > 0);
  if (!of.some((each) => each.ticked_pays_cents || each.ticked_takes_cents)) return <p class="paid-off">no money moves</p>;
  const command = { type: "UntickPayments", round: first!.round, box: number, amended: false } as const;
  return (
    <Tap name={`untick ${number}`} class="paid-off" onTap={() => act(`untick ${number}`, { command })}>
      ✓ {paid ? "paid" : "taken"}
      <span class="hidden-from-sight">: box {number}; tap if it is not done</span>
    </Tap>
  );
}

/** What was put right of an earlier round: paid and taken beside the round on the table. */
export function AmendedList({ view }: { view: View }) {
  const open = groups(view).filter((each) => each.amended);
  if (!open.length) return null;
  return (
    <section class="amended" aria-label="An earlier round was put right">
      <strong>Round {open[0]!.round} was put right:</strong>
      {open.map((each) => (
        <Tap key={each.box} name={`amended ${each.box}`} class="payment small" onTap={() => tick(`amended ${each.box}`, [each])}>
          Box {each.box}: {each.of.map(spoken).join(", ")}
        </Tap>
      ))}
    </section>
  );
}
