// Finding rounds: by where, when, who, which card, how much, which alarm.

import { signal } from "@preact/signals";
import { get, type Schemas } from "../shared/api";
import { day, timeOfDay, zone } from "../shared/clock";
import { money } from "../shared/money";
import { trying } from "../shared/notices";
import { open } from "./address";
import { type Criteria, criteriaOf, FIELDS, type Field } from "./criteria";

type Round = Schemas["RoundFound"];
const found = signal<readonly Round[] | null>(null);
const next = signal<string | null>(null);
const busy = signal(false);
let criteria: Criteria = {};

async function look(more = false): Promise<void> {
  busy.value = true;
  await trying(async () => {
    const page = await get("/api/v1/rounds", { query: { ...criteria, ...(more && next.value ? { after: next.value } : {}) } as never });
    found.value = more ? [...(found.value ?? []), ...page.rounds] : page.rounds;
    next.value = page.next;
  });
  busy.value = false;
}

async function submit(event: Event): Promise<void> {
  event.preventDefault();
  const form = new FormData(event.currentTarget as HTMLFormElement);
  await trying(async () => {
    criteria = criteriaOf(form);
    await look();
  });
}

export function Search() {
  return (
    <section class="search">
      <form onSubmit={submit} aria-label="Find rounds">
        {FIELDS.map((field) => (
          <label key={field.name} class={field.wide ? "wide" : ""}>
            {field.label}
            <Input field={field} />
          </label>
        ))}
        <button type="submit" class="primary wide" disabled={busy.value}>
          Find rounds
        </button>
        <p class="dim wide">
          Without days: the last week. Newest first. Times of {zone()}; a night belongs to the gaming day before it.
        </p>
      </form>
      <Results />
    </section>
  );
}

function Input({ field: { name, kind, hint, choices } }: { field: Field }) {
  if (kind === "choice")
    return (
      <select name={name}>
        <option value="">any</option>
        {Object.entries(choices ?? {}).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    );
  return <input name={name} placeholder={hint} autocomplete="off" spellcheck={false} />;
}

const NUMBERS = ["Staked", "Paid", "Largest"];

function Results() {
  const rounds = found.value;
  if (rounds === null) return <p class="dim nothing">Say what you look for, or press Find for the newest rounds.</p>;
  if (rounds.length === 0) return <p class="nothing">No round fits. Leave something out, or look at more days.</p>;
  return (
    <div class="results">
      <table>
        <thead>
          <tr>
            {["Round", "Began", "Ended", "Dealer", "Staked", "Paid", "Largest", ""].map((title) => (
              <th key={title} scope="col" class={NUMBERS.includes(title) ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <Found key={round.round} round={round} />
          ))}
        </tbody>
      </table>
      {next.value && (
        <button type="button" disabled={busy.value} onClick={() => void look(true)}>
          More
        </button>
      )}
    </div>
  );
}

const Found = ({ round }: { round: Round }) => (
  <tr data-round={round.round}>
    <th scope="row">
      <button type="button" class="link" onClick={() => open({ table: round.table, version: round.opened_version, view: "dealer" })}>
        {round.table} · {round.number}
      </button>
    </th>
    <td>
      {day(round.opened_us)} {timeOfDay(round.opened_us)}
    </td>
    <td>{round.ended_us === null ? "still on" : timeOfDay(round.ended_us)}</td>
    <td>{round.dealer}</td>
    <td class="number">{money(round.staked_cents)}</td>
    <td class="number">{money(round.paid_cents)}</td>
    <td class="number">{money(round.largest_cents)}</td>
    <td>{marksOf(round).join(", ")}</td>
  </tr>
);

function marksOf(round: Round): string[] {
  const marks: string[] = [];
  if (round.state !== "complete") marks.push(round.state);
  if (round.corrected) marks.push("corrected");
  if (round.paper) marks.push("on paper");
  if (round.alarms) marks.push(round.alarms === 1 ? "1 alarm" : `${round.alarms} alarms`);
  return marks;
}
