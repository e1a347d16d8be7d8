// One account: what it says, and what may be done about it.

import { useState } from "preact/hooks";
import { put, remove, request } from "../../shared/api";
import { ticking, timeOfDay } from "../../shared/clock";
import { tell } from "../../shared/notices";
import { hasRole } from "../../shared/session";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { AccountFields, accountFrom, typedAccount } from "./account-fields";
import { OneTimeCode } from "./one-time-code";
import { isLocked, type Person, State } from "./people";
import { withPin } from "./pin";
import { SaidOnce } from "./said-once";

interface Part {
  person: Person;
  done: () => Promise<void>;
}

export function OnePerson({ person, done }: Part) {
  const administers = hasRole("administrator");
  const out = person.suspended || isLocked(person) || person.failures > 0;
  return (
    <>
      <Facts person={person} />
      {out && (administers || !person.suspended) && <Readmit person={person} done={done} />}
      {administers && <Change key={JSON.stringify(person)} person={person} done={done} />}
      <OneTimeCode person={person} />
      {administers && <SetPin person={person} done={done} />}
      {administers && !person.suspended && <Suspend person={person} done={done} />}
    </>
  );
}

function Facts({ person }: { person: Person }) {
  void ticking.value;
  return (
    <header class="panel">
      <h2>
        {person.shown} <State person={person} />
      </h2>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{person.name}</dd>
        {!hasRole("administrator") && <Account person={person} />}
        {person.failures > 0 && (
          <>
            <dt>Wrong PINs in a row</dt>
            <dd>{person.failures}</dd>
          </>
        )}
        {isLocked(person) && (
          <>
            <dt>Locked until</dt>
            <dd>{timeOfDay(person.locked_until_us)}</dd>
          </>
        )}
      </dl>
    </header>
  );
}

/** For who may look at it and not change it. */
const Account = ({ person }: { person: Person }) => (
  <>
    <dt>Roles</dt>
    <dd>{person.roles.join(", ")}</dd>
    <dt>Badge</dt>
    <dd>{person.badge ?? "none"}</dd>
    <dt>Licence</dt>
    <dd>
      {person.licence ?? "none"}
      {person.licensed_through && `, through ${person.licensed_through}`}
    </dd>
  </>
);

function Readmit({ person, done }: Part) {
  const send = async () => {
    await remove("/api/v1/people/{name}/suspension", { path: { name: person.name } });
    tell(`${person.shown} may sign in again.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Readmit">
      <Form action={person.suspended ? "Take the suspension back" : "Unlock after wrong PINs"} submit={send} />
    </section>
  );
}

function Change({ person, done }: Part) {
  const [typed, setTyped] = useState(typedAccount(person));
  const same = JSON.stringify(accountFrom(typed)) === JSON.stringify(accountFrom(typedAccount(person)));
  const send = async (id: string) => {
    await put("/api/v1/people/{name}", { path: { name: person.name }, body: { id, ...accountFrom(typed) } });
    tell(`${person.shown} is changed.`);
    await done();
  };
  return (
    <section class="panel" aria-label="The account">
      <h2>The account</h2>
      <Form action="Change it" label="The account" submit={send} disabled={same || typed.roles.length === 0}>
        <AccountFields typed={typed} put={(change) => setTyped({ ...typed, ...change })} />
        <p class="dim">It is so at once, also for who is signed in.</p>
      </Form>
    </section>
  );
}

function SetPin({ person, done }: Part) {
  const [pin, setPin] = useState<string | null>(null);
  const send = async () => {
    setPin(await withPin((chosen) => put("/api/v1/people/{name}/pin", { path: { name: person.name }, body: { pin: chosen } })));
    await done();
  };
  if (pin !== null)
    return (
      <SaidOnce title={`The new PIN of ${person.shown}`} secret={pin} done={() => setPin(null)}>
        <p>Give it to {person.shown} and to nobody else. It is not shown again.</p>
      </SaidOnce>
    );
  return (
    <section class="panel" aria-label="Another PIN">
      <h2>Another PIN</h2>
      <Form
        action="Give another PIN" submit={send}
        sure={`${person.shown} gets a PIN by chance, which is shown once. The old one is good no more, and who is signed in with it is out.`}
      >
        <p>For a PIN that was forgotten, or that somebody else may know.</p>
      </Form>
    </section>
  );
}

function Suspend({ person, done }: Part) {
  const [reason, setReason] = useState("");
  const send = async (id: string) => {
    await request("post", "/api/v1/people/{name}/suspension", { path: { name: person.name }, body: { id, reason: reason.trim() } });
    tell(`${person.shown} is suspended.`);
    await done();
  };
  return (
    <section class="panel" aria-label="Suspend">
      <h2>Suspend</h2>
      <Form
        action="Suspend" submit={send} disabled={!reason.trim()}
        sure={`${person.shown} is out within a second, at every screen, and cannot sign in. No account is ever removed.`}
      >
        <Text label="Why" wide value={reason} put={setReason} hint="Stands in the record" />
      </Form>
    </section>
  );
}
