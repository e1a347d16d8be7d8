// Surveillance: find any round, replay any moment, prove the record.

import { render } from "preact";
import { useEffect } from "preact/hooks";
import { Notices, trying } from "../shared/notices";
import { finds } from "../shared/roles";
import { leaveWithTheSession, me, signOut, whoIsThere } from "../shared/session";
import { SignIn } from "../shared/sign-in";
import { moment } from "./address";
import { learnServerTime } from "./server-time";
import { MomentPage } from "./moment-page";
import { Search } from "./search";
import { TablesNow } from "./tables-now";
import { WholeRecord } from "./whole-record";
import "../shared/base.css";
import "../shared/cards.css";
import "./surveillance.css";

function Page() {
  useEffect(() => void trying(whoIsThere), []);
  useEffect(() => {
    if (me.value) void learnServerTime();
  }, [me.value?.session]);
  return (
    <>
      {me.value === null && (
        <main class="door">
          <h1>Surveillance</h1>
          <SignIn />
        </main>
      )}
      {me.value && <Rooms />}
      <Notices />
    </>
  );
}

function Rooms() {
  if (!finds("surveillance"))
    return (
      <main class="door">
        <h1>Surveillance</h1>
        <p>This room is for surveillance and auditors; you are signed in as {me.value!.shown}.</p>
        <SignOut />
      </main>
    );
  if (moment.value) return <MomentPage />;
  return (
    <main class="finding">
      <header class="moment-head">
        <h1>Surveillance</h1>
        <a href="/">Start page</a>
        <WholeRecord />
        <span class="who">{me.value!.shown}</span>
        <SignOut />
      </header>
      <TablesNow />
      <Search />
    </main>
  );
}

const SignOut = () => (
  <button type="button" onClick={() => void trying(signOut)}>
    Sign out
  </button>
);

leaveWithTheSession();
render(<Page />, document.body);
