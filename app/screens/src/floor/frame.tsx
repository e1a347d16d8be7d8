// What stands around every tab: who is signed in, the tabs, the connection, and what the server said last.

import type { ComponentChildren } from "preact";
import { Connection } from "../shared/connection";
import { Notices, trying } from "../shared/notices";
import { me, signOut } from "../shared/session";
import { SignIn } from "../shared/sign-in";
import { lastTable } from "./here";
import { unowned, wall } from "./house";
import { Lazily } from "./lazily";
import { Link } from "./link";
import { parts } from "./route";
import { mayOpen, type Tab, TABS, tabOf } from "./tabs";

const LOST = {
  title: "Connection lost",
  what: "The tables go on without this screen. Decide nothing by what was shown here: go to the table.",
};

export function Floor() {
  return (
    <div class="floor">
      {me.value === null && <Door />}
      {me.value && <Inside />}
      {wall.value && (
        <Connection line={wall.value.line} lost={LOST} ended={wall.value.line.ended.value?.why === "signed_out" && <SignIn />} />
      )}
      <Notices />
    </div>
  );
}

const Door = () => (
  <main class="floor-door">
    <h1>The floor</h1>
    <SignIn />
  </main>
);

function Inside() {
  const open = TABS.filter(mayOpen);
  const condition = wall.value?.line.condition.value;
  // What is shown may be old: nothing can be pressed.
  const old = condition === "late" || condition === "lost";
  return (
    <>
      <header class="floor-head">
        <a class="skip" href="#content">
          To the content
        </a>
        <nav aria-label="Floor">
          {open.map((tab) => (
            <TabLink key={tab.path} tab={tab} />
          ))}
        </nav>
        <Who />
      </header>
      <main id="content" class="floor-content" tabIndex={-1} inert={old}>
        {open.length === 0 ? <p>The floor is for supervisors, surveillance, administrators and auditors.</p> : <Content first={open[0]!} />}
      </main>
    </>
  );
}

/** The tab of the address; at /floor alone, the first that this person may open. */
function Content({ first }: { first: Tab }) {
  const at = parts.value;
  const tab = tabOf(at);
  if (tab && mayOpen(tab)) return <Lazily key={tab.path} tab={tab} rest={at.slice(1)} />;
  if (at.length === 0) return <Lazily key={first.path} tab={first} rest={[]} />;
  return <p>{tab ? "This part of the floor is not for your role." : "There is nothing at this address."}</p>;
}

function TabLink({ tab }: { tab: Tab }) {
  const current = (parts.value[0] ?? "") === tab.path;
  if (tab.path === "tables") {
    const number = lastTable.value;
    return number === null ? null : <Link to={["tables", number]} current={current}>Table {number}</Link>;
  }
  return (
    <Link to={tab.path ? [tab.path] : []} current={current}>
      {tab.name}
      {tab.path === "alarms" && unowned.value.length > 0 && <span class="badge">{unowned.value.length}</span>}
    </Link>
  );
}

function Who(): ComponentChildren {
  const who = me.value!;
  return (
    <div class="who">
      <span>
        <strong>{who.shown}</strong> <span class="dim">{who.roles.join(", ")}</span>
      </span>
      <a href="/">Start page</a>
      <button type="button" onClick={() => void trying(signOut)}>
        Sign out
      </button>
    </div>
  );
}
