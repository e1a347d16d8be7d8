// A one-time code, with which somebody chooses a PIN that nobody else knows. It is shown once, over the page, and is
// nowhere in it any more when that is closed.

import { useState } from "preact/hooks";
import { post, type Schemas } from "../../shared/api";
import { day, ticking, timeOfDay } from "../../shared/clock";
import { Dialog } from "../../shared/dialog";
import { hasRole } from "../../shared/session";
import { Choice } from "../forms/fields";
import { Form } from "../forms/form";
import { isLocked, type Person } from "./people";

type Made = Schemas["CodeAdmitted"];
const HOURS = [
  ["1", "An hour"],
  ["24", "24 hours"],
  ["72", "3 days"],
  ["168", "A week"],
] as const;

export function OneTimeCode({ person }: { person: Person }) {
  const [hours, setHours] = useState<(typeof HOURS)[number][0]>("24");
  const [made, setMade] = useState<Made | null>(null);
  const refused = whyNot(person);
  const send = async () =>
    setMade(await post("/api/v1/people/{name}/code", { path: { name: person.name }, body: { hours: Number(hours) } }));
  return (
    <section class="panel" aria-label="One-time code">
      <h2>One-time code</h2>
      <Form action="Make a one-time code" submit={send} disabled={refused !== null}>
        {refused === null ? (
          <>
            <p>
              With it {person.shown} chooses a PIN that nobody else knows. A PIN that is good now stays so until then; a code that was made
              before is void.
            </p>
            <Locked person={person} />
            <div class="fields">
              <Choice label="Good for" of={HOURS} value={hours} put={setHours} />
            </div>
          </>
        ) : (
          <p>{refused}</p>
        )}
      </Form>
      {made && <Shown person={person} made={made} close={() => setMade(null)} />}
    </section>
  );
}

function whyNot(person: Person): string | null {
  if (!hasRole("administrator")) return "Only an administrator makes one.";
  return person.suspended ? `${person.shown} is suspended and could not use it: take the suspension back first.` : null;
}

/** Who has forgotten his PIN has often tried it too often. */
function Locked({ person }: { person: Person }) {
  void ticking.value;
  if (!isLocked(person)) return null;
  return <p class="bad">Locked until {timeOfDay(person.locked_until_us)}, for a code too: unlock it first.</p>;
}

const Shown = ({ person, made, close }: { person: Person; made: Made; close: () => void }) => (
  <Dialog title={`The one-time code of ${person.shown}`} close={close} class="code-once">
    <div class="said-once">
      <output>{made.code.match(/.{1,4}/g)?.join(" ")}</output>
      <p>
        Good once, until{" "}
        <strong>
          {day(made.until_us)} {timeOfDay(made.until_us)}
        </strong>
        . Give it to {person.shown} and to nobody else, and say what to do with it:
      </p>
      <ol>
        <li>
          At any screen, sign in as <strong>{person.name}</strong>, with this code in the place of the PIN.
        </li>
        <li>Then choose a PIN of your own, 6 to 12 digits, and type it twice: you sign in and sign with it from then on.</li>
      </ol>
      <p>It is not shown again. If it is lost, make another one: this one is void then.</p>
      <button type="button" class="primary" onClick={close}>
        Done: show it no more
      </button>
    </div>
  </Dialog>
);
