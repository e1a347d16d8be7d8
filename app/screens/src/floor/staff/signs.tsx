// The signs at the tables: each has an address with a token, shown once, which may look at its table and do nothing.

import { useState } from "preact/hooks";
import { get, post, remove } from "../../shared/api";
import { tell, trying } from "../../shared/notices";
import { useAsked } from "../forms/asked";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { TableChoice } from "../forms/table-choice";
import { Twice } from "../forms/twice";
import { Told, TwoParts } from "../forms/two-parts";
import { about } from "../house";
import { Heads } from "../heads";
import { SaidOnce } from "./said-once";

interface Added {
  display: string;
  table: string;
  address: string;
}
const signAddress = (table: string, token: string): string =>
  `${about.value?.address || location.origin}/sign/${encodeURIComponent(table)}#${token}`;

export function Signs() {
  const asked = useAsked("displays", () => get("/api/v1/displays"), 5000);
  const [added, setAdded] = useState<Added | null>(null);
  return (
    <TwoParts
      list={<Listed asked={asked} />}
      chosen={added ? <Address {...added} done={() => setAdded(null)} /> : <NewSign done={asked.again} added={setAdded} />}
    />
  );
}

function Listed({ asked }: { asked: ReturnType<typeof useAsked<{ displays: { display: string; table: string }[] }>> }) {
  const take = (display: string) =>
    void trying(async () => {
      await remove("/api/v1/displays/{display}", { path: { display } });
      tell(`${display} shows nothing any more.`);
      await asked.again();
    });
  return (
    <Told of={asked}>
      {({ displays }) => (
        <table class="rows picked">
          <Heads of={["Sign", "Table", ""]} />
          <tbody>
            {displays.map((each) => (
              <tr key={each.display}>
                <th scope="row">{each.display}</th>
                <td>{each.table}</td>
                <td>
                  <Twice action="Remove" of={each.display} act={() => take(each.display)} />
                </td>
              </tr>
            ))}
            {displays.length === 0 && (
              <tr>
                <td colSpan={3} class="dim">
                  There is no sign yet.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </Told>
  );
}

function NewSign({ done, added }: { done: () => Promise<void>; added: (sign: Added) => void }) {
  const [chosen, choose] = useState("");
  const [name, setName] = useState("");
  const display = name || (chosen && `sign-${chosen}`);
  const send = async () => {
    const told = await post("/api/v1/displays", { body: { display: display.trim(), table: chosen } });
    added({ display: told.display, table: told.table, address: signAddress(told.table, told.token) });
    await done();
  };
  return (
    <section class="panel" aria-label="A new sign">
      <h2>A new sign</h2>
      <Form action="Add the sign" submit={send} disabled={!chosen}>
        <div class="fields">
          <TableChoice label="At table" value={chosen} put={choose} />
          <Text label="Its name" value={display} put={setName} hint="2 to 40 letters, digits, - or _" />
        </div>
        <p class="dim">It gets an address with a token, which is shown once. Whoever has it sees what the sign shows, and nothing else.</p>
      </Form>
    </section>
  );
}

const Address = ({ display, table, address, done }: Added & { done: () => void }) => (
  <SaidOnce title={`The address of ${display}, at table ${table}`} secret={address} done={done}>
    <p>
      Open it once in the browser of the sign: it keeps it, and shows the table whenever it is switched on. Capital and small letters
      are told apart. The address is not shown again; if it is lost, remove the sign and add it anew.
    </p>
  </SaidOnce>
);
