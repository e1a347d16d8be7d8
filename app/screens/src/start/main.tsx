// The start page: what is running here, who is signed in, and where to go.

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { get, type Schemas } from "../shared/api";
import { startClock } from "../shared/clock";
import { goTo, learnServers } from "../shared/elsewhere";
import { Notices, tell, trying } from "../shared/notices";
import { finds, findsFloor } from "../shared/roles";
import { hasRole, leaveWithTheSession, me, signIn, signOut, whoIsThere } from "../shared/session";
import { Credentials } from "../shared/sign-in";
import "../shared/base.css";
import { OwnPin } from "./own-pin";
import { FirstAccount } from "./first-account";
import "./start.css";

const about = signal<Schemas["About"] | null>(null);
const tables = signal<readonly Schemas["TableListed"][]>([]);
const REFRESH_MS = 3000;

async function refresh(): Promise<void> {
  if (!me.value) return;
  try {
    const [told, listed] = await Promise.all([get("/api/v1/server"), get("/api/v1/tables")]);
    void learnServers();
    about.value = told;
    tables.value = listed.tables;
  } catch {
    about.value = null; // told as "no answer" below; asked again in a moment
  }
}

function Page() {
  useEffect(() => {
    void trying(whoIsThere).then(refresh);
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <main class="start">
      <header>
        <h1>Tablekeeper</h1>
        {me.value && <WhoIsIn />}
      </header>
      {me.value === null && <Door />}
      {me.value && <Running />}
      <Notices />
    </main>
  );
}

const Door = () => (
  <section class="door">
    <Credentials action="Sign in" submit={(who, pin) => signIn(who, pin).then(toOwnTable)} />
    <FirstAccount />
  </section>
);

/** A dealer who deals at one table and is nothing else has one way to go; the start page is there for the rest. */
async function toOwnTable(): Promise<void> {
  const { name, roles } = me.value!;
  if (roles.some((role) => role !== "dealer")) return;
  const mine = (await get("/api/v1/tables")).tables.filter((table) => table.dealer === name);
  if (mine.length !== 1) return;
  const { kept, number } = mine[0]!;
  const path = `/dealer/${encodeURIComponent(number)}`;
  if (kept === "here") return location.assign(path);
  await learnServers();
  await goTo(kept, path);
}

function WhoIsIn() {
  const who = me.value!;
  return (
    <p class="who">
      <strong>{who.shown}</strong> <span class="dim">{who.roles.join(", ")}</span> <OwnPin />{" "}
      <button type="button" onClick={() => void trying(signOut)}>
        Sign out
      </button>
    </p>
  );
}

function Running() {
  useEffect(() => void refresh(), [me.value?.session]);
  return (
    <>
      <nav class="rooms">
        {findsFloor() && (
          <Room href="/floor" title="Floor" words="All tables, what needs somebody, corrections, staff, devices, reports" />
        )}
        {finds("surveillance") && (
          <Room href="/surveillance" title="Surveillance" words="Find any round, replay any moment, prove the record" />
        )}
      </nav>
      <h2>Tables</h2>
      {tables.value.length === 0 && <p class="dim">No table has been set up yet{hasRole("supervisor") ? ": the floor does that." : "."}</p>}
      <ul class="table-list">
        {tables.value.map((table) => (
          <TableCard key={table.number} table={table} />
        ))}
      </ul>
      <About />
    </>
  );
}

const Room = (room: { href: string; title: string; words: string }) => (
  <a class="room" href={room.href}>
    <strong>{room.title}</strong>
    <span>{room.words}</span>
  </a>
);

function TableCard({ table }: { table: Schemas["TableListed"] }) {
  const path = encodeURIComponent(table.number);
  const here = table.kept === "here";
  const base = here || !table.kept ? "" : table.kept;
  const book = about.value?.rulesets.find((each) => each.id === table.ruleset);
  return (
    <li>
      <div>
        <strong class="number">{table.number}</strong>
        <span class="dim">{table.kept ? (book?.title ?? table.ruleset) : "no server has it now"}</span>
        {table.kept && table.dealer !== null && <span>{table.dealer ? `${table.dealer} deals` : "Nobody deals"}</span>}
      </div>
      <div class="ways">
        {finds("dealing") && <Way base={base} path={`/dealer/${path}`} name="Deal" />}
        {finds("sign") && <Way base={base} path={`/sign/${path}`} name="Sign" />}
      </div>
    </li>
  );
}

/** A page of this server, or of another one, where the session goes on. */
function Way({ base, path, name }: { base: string; path: string; name: string }) {
  const follow = (event: MouseEvent) => {
    if (!base) return;
    event.preventDefault();
    void goTo(base, path).then((goes) => goes || tell(`${base} does not answer.`));
  };
  return (
    <a href={base + path} onClick={follow}>
      {name}
    </a>
  );
}

function About() {
  const told = about.value;
  if (!told) return <p class="dim">The server gives no answer at the moment.</p>;
  return (
    <footer class="dim">
      Tablekeeper {told.version} at {told.address}, gaming day {told.gaming_day} ({told.zone})
    </footer>
  );
}

startClock(1000);
leaveWithTheSession();
render(<Page />, document.body);
