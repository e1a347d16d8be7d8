// Somebody gets an account, with a PIN by chance that is shown once.

import { useState } from "preact/hooks";
import { post } from "../../shared/api";
import { newId } from "../../shared/ids";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { go } from "../route";
import { AccountFields, accountFrom, NOBODY } from "./account-fields";
import { withPin } from "./pin";
import { SaidOnce } from "./said-once";

export function NewPerson({ done }: { done: () => Promise<void> }) {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState(NOBODY);
  const [pin, setPin] = useState<string | null>(null);
  const send = async (id: string) => {
    let asked = id;
    const set = await withPin((chosen) => {
      const body = { id: asked, name: name.trim(), pin: chosen, ...accountFrom(typed) };
      asked = newId();
      return post("/api/v1/people", { body });
    });
    setPin(set);
    await done();
  };
  if (pin !== null)
    return (
      <SaidOnce title={`The PIN of ${name.trim()}`} secret={pin} done={() => go("staff", "people", name.trim())}>
        <p>
          Give it to {typed.shown.trim() || name.trim()} and to nobody else. It is not shown again; everybody changes his own PIN on the start page.
        </p>
      </SaidOnce>
    );
  return (
    <section class="panel" aria-label="Somebody new">
      <h2>Somebody new</h2>
      <Form action="Add with a PIN by chance" submit={send} disabled={!name.trim() || !typed.shown.trim() || typed.roles.length === 0}>
        <div class="fields">
          <Text
            label="Name" value={name} put={setName}
            hint="2 to 40 letters, digits, - or _. It stands in every record and stays; signing in needs it."
          />
        </div>
        <AccountFields typed={typed} put={(change) => setTyped({ ...typed, ...change })} />
      </Form>
    </section>
  );
}
