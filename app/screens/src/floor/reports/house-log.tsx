// The log of the house in words: who signed in, what was refused, what was changed; the newest first, page by page.

import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../../shared/api";
import { day, timeOfDay } from "../../shared/clock";
import { asProblem, type Problem } from "../../shared/problem";
import { Text } from "../forms/fields";
import { Refusal } from "../forms/refusal";
import { Heads } from "../heads";

type Event = Schemas["EventTold"];
const PAGE = 100;

export function HouseLog() {
  const [events, setEvents] = useState<readonly Event[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [wanted, setWanted] = useState("");
  const first = events?.at(-1)?.version ?? 1;
  async function ask(query: { after?: number; limit: number }, before: readonly Event[]) {
    try {
      const told = await get("/api/v1/house/events", { query });
      setEvents([...before, ...[...told.events].reverse()]);
      setProblem(null);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    }
  }
  const newest = () => void ask({ limit: PAGE }, []);
  const earlier = () => void ask({ after: Math.max(0, first - 1 - PAGE), limit: Math.min(PAGE, first - 1) }, events ?? []);
  useEffect(newest, []);
  const found = (events ?? []).filter((each) => `${each.words} ${who(each)}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      <div class="row log-head">
        <Text label="Find in what is shown" type="search" value={wanted} put={setWanted} />
        <button type="button" onClick={newest}>
          Show the newest
        </button>
      </div>
      <Refusal problem={problem} />
      <table class="rows log">
        <Heads of={["When", "Who", "What"]} />
        <tbody>
          {found.map((event) => (
            <tr key={event.version}>
              <td>
                {day(event.at_us)} {timeOfDay(event.at_us)}
              </td>
              <td>{who(event)}</td>
              <td>{wordsOf(event)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {events && first > 1 && (
        <p>
          <button type="button" onClick={earlier}>
            Show earlier ones
          </button>
        </p>
      )}
    </>
  );
}

/** Sessions are told apart by who is signed in, here: their ids are for who verifies the log. */
const wordsOf = (event: Event): string => event.words.replace(/ \(session [0-9a-f-]+\)/, "");
const who = (event: Event): string => event.actor.replace(/^person:/, "").replace(":", " ");
