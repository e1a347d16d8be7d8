// Which round: the one on the table, or an earlier one, found by its number or by the time.

import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { day, timeOfDay } from "../../shared/clock";
import { money } from "../../shared/money";
import { trying } from "../../shared/notices";
import { tables } from "../house";
import { Link } from "../link";
import { go } from "../route";
import { phaseName } from "../words";

type Round = Schemas["RoundFound"];
const ASKED = 200;
const SHOWN = 12;
const STATES: Record<string, string> = { open: "on the table", complete: "over", void: "void", abandoned: "abandoned" };

export function Rounds({ table }: { table: string }) {
  const [rounds, setRounds] = useState<readonly Round[]>([]);
  const [wanted, setWanted] = useState("");
  const summary = tables.value.find((each) => each.number === table);
  useEffect(() => {
    void trying(async () => setRounds((await get("/api/v1/rounds", { query: { table, limit: ASKED } })).rounds));
  }, [table, summary?.phase]);
  const number = /^\d{1,9}$/.test(wanted.trim()) ? Number(wanted) : 0;
  const older = useOlder(table, rounds, number);
  const shown = found([...rounds, ...older].filter((round) => round.state !== "abandoned"), wanted.trim());
  const first = (event: Event) => {
    event.preventDefault();
    if (shown[0]) go("corrections", table, String(shown[0].number));
  };
  return (
    <div class="corrections">
      <h1>Table {table}: which round?</h1>
      <form class="row" onSubmit={first}>
        <label>
          Number, or time of day{" "}
          <input value={wanted} placeholder="128 or 21:40" autoFocus onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
        <Link to={["corrections"]}>Another table</Link>
      </form>
      {shown.length === 0 && <p class="dim">No such round.</p>}
      <ul class="plain-list rounds">
        {shown.map((round, index) => (
          <li key={round.round}>
            <Link to={["corrections", table, String(round.number)]} class="as-button">
              <b>Round {round.number}</b>
              <span>
                {timeOfDay(round.opened_us)} <span class="dim">{day(round.opened_us)}</span>
              </span>
              <span>
                {index === 0 && !wanted && summary && round.state === "open" ? phaseName(summary.phase) : (STATES[round.state] ?? round.state)}
              </span>
              <span>
                {round.staked_cents > 0 && `staked ${money(round.staked_cents)}, paid ${money(round.paid_cents)}, taken ${money(round.taken_cents)}`}
                {round.corrected && <b class="warn"> put right</b>}
                {round.paper && <span class="dim"> on paper</span>}
              </span>
              <span class="dim">{round.dealer || "nobody"} dealt</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The round of this number, if it is none of the last ones: it may be of any day. */
function useOlder(table: string, rounds: readonly Round[], number: number): readonly Round[] {
  const [older, setOlder] = useState<readonly Round[]>([]);
  const known = rounds.some((round) => round.number === number);
  useEffect(() => {
    setOlder([]);
    if (!number || known) return;
    let wanted = true;
    void trying(async () => {
      const asked = await get("/api/v1/rounds", { query: { table, number } });
      if (wanted) setOlder(asked.rounds);
    });
    return () => void (wanted = false);
  }, [table, number, known]);
  return older;
}

/** By number, or the round that was on at that time with those around it. */
function found(rounds: readonly Round[], wanted: string): readonly Round[] {
  const time = /^(\d{1,2})[:.](\d{2})$/.exec(wanted);
  if (time) {
    const text = `${time[1]!.padStart(2, "0")}:${time[2]}:59`;
    const at = rounds.findIndex((round) => timeOfDay(round.opened_us) <= text);
    return at < 0 ? [] : rounds.slice(Math.max(0, at - 2), at + 4);
  }
  if (wanted) return rounds.filter((round) => String(round.number).startsWith(wanted)).sort((one, other) => one.number - other.number).slice(0, SHOWN);
  return rounds.slice(0, SHOWN);
}
