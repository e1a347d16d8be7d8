// A table gets a device, or its device of a name is reached otherwise from now on. Where the table plays, or has played,
// what a device reports, two people sign.

import { useState } from "preact/hooks";
import { post, type Schemas } from "../../shared/api";
import { tell } from "../../shared/notices";
import { Choice, Text, useTyped } from "../forms/fields";
import { Form } from "../forms/form";
import { Signatures, signing, useSigners } from "../forms/signatures";
import { wrong } from "../forms/refusal";
import { TableChoice } from "../forms/table-choice";
import { go } from "../route";
import { type Device, type Dialect, DIALECTS, placeOf, type Role, ROLES, type SignedPlaces } from "./words";

interface Props {
  device?: Device;
  devices: readonly Device[];
  signedPlaces: SignedPlaces;
  done: () => Promise<void>;
}
interface Typed {
  name: string;
  table: string;
  role: Role;
  dialect: Dialect;
  url: string;
  options: string;
}
const EMPTY: Typed = { name: "", table: "", role: "shoe", dialect: "table-link", url: "", options: "" };

export function Attach({ device, devices, signedPlaces, done }: Props) {
  const { typed, put } = useTyped<Typed>(device ? { ...EMPTY, ...picked(device) } : EMPTY);
  const [named, setNamed] = useState(false);
  const table = typed.table;
  const name = named || device ? typed.name.trim() : table && `t${table}-${typed.role}`;
  const there = devices.find((each) => each.name === name);
  const changed = there ? [there, { table, role: typed.role }] : [{ table, role: typed.role }];
  const signed = changed.some((each) => signedPlaces.some((place) => place.table === each.table && place.kind === placeOf(each.role)));
  const signers = useSigners();
  const body = () => ({
    name, table, role: typed.role, dialect: typed.dialect, url: typed.url.trim(), options: optionsFrom(typed.options),
  });
  const send = async (id: string) => {
    const attach = (signed_by: Schemas["Signed"][]) => post("/api/v1/devices", { body: { id, ...body(), signed_by } });
    await (signed ? signing(signers, attach) : attach([]));
    tell(`${name} is attached to table ${table}.`);
    await done();
    go("devices", name);
  };
  return (
    <section class={device ? "" : "panel"} aria-label={device ? "How it is reached" : "Attach a device"}>
      {!device && <h2>Attach a device</h2>}
      <Form
        action={there ? "Point it there" : "Attach it"} submit={send} check={body} sure={there && repointed(there)}
        disabled={!name || !table || !typed.url.trim()}
      >
        <div class="fields">
          <TableChoice label="At table" value={table} put={(value) => put({ table: value })} />
          <Choice label="What it is" value={typed.role} put={(role) => put({ role })} of={ROLES} />
          <Choice label="How it speaks" value={typed.dialect} put={(dialect) => put({ dialect })} of={DIALECTS} />
          <Text
            label="Its name" value={name} fixed={!!device} hint="Letters, digits, - or _"
            put={(value) => {
              setNamed(true);
              put({ name: value });
            }}
          />
          <Text
            label="Line" wide mode="url" value={typed.url} put={(url) => put({ url })}
            hint="/dev/ttyUSB0?baud=4800, socket://host:4001 or rfc2217://host:4001?baud=9600"
          />
          <Text label="Options of its dialect" wide value={typed.options} put={(options) => put({ options })} hint="Such as seq_after_nine=0; usually none" />
        </div>
        {signed && <Signatures of={signers} note="The table has played what a device here reported. Both have seen which device is at this line." />}
      </Form>
    </section>
  );
}

const picked = ({ name, table, role, dialect, url }: Device) => ({ name, table, role, dialect, url });

const repointed = (there: Device): string =>
  `There is a device ${there.name} at table ${there.table}, reached at ${there.url}. From now on this name is what you say here: ` +
  `the old line is closed at once, also in the middle of a round. Options that are not named here are taken away.`;

/** "name=value name=value" */
function optionsFrom(text: string): Record<string, string> {
  const pairs = text.split(/[\s,;]+/).filter(Boolean).map((each) => each.split("="));
  if (pairs.some((pair) => pair.length !== 2 || !pair[0] || !pair[1])) throw wrong(`Options: “${text}” is not like name=value.`);
  return Object.fromEntries(pairs) as Record<string, string>;
}
