// What is signed: the very difference, in figures, in words, and as the seal that stands for all of it.

import type { Preview } from "./types";
import { Figures } from "./figures";

interface Props {
  title: string;
  reason: string;
  found: Preview;
}

/** A long hash in groups, so that two people can read it to each other. */
const grouped = (seal: string): string => seal.match(/.{1,8}/g)!.join(" ");

type Settlement = Preview["settlements"][number];
const net = (line: Settlement["was"]): number => (line ? line.pays_cents - line.takes_cents : 0);
const movesMoney = (each: Settlement): boolean => net(each.was) !== net(each.becomes);

export function Sheet({ title, reason, found }: Props) {
  const changed = found.settlements
    .filter((each) => each.words[0] !== each.words[1])
    .sort((one, other) => Number(movesMoney(other)) - Number(movesMoney(one)));
  const moved = found.money.filter((line) => line.cents !== 0);
  return (
    <section class="panel sheet" aria-label="What is signed">
      <h2>{title}</h2>
      <p>
        Table {found.table}, round {found.round}. {reason} <span class="clause">{found.clause}</span>
      </p>
      <Figures money={found.money} sum={found.sum_cents} />
      <h3>In words</h3>
      <ul class="in-words">
        {changed.map((each, index) => (
          <li key={index} class={movesMoney(each) ? "" : "no-money"}>
            <span class="dim">was</span> {each.words[0]}
            <br />
            <span class="dim">becomes</span> <b>{each.words[1]}</b>
          </li>
        ))}
        {moved.map((line) => (
          <li key={line.words}>{line.words}</li>
        ))}
        {changed.length + moved.length === 0 && <li>Nothing that was paid or taken changes.</li>}
      </ul>
      {found.seal && (
        <p class="seal">
          Seal <code>{grouped(found.seal)}</code>
        </p>
      )}
    </section>
  );
}
