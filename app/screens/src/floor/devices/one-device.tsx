// One device: how it is, which serial number is the one, what may be asked of it, how it is reached.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { remove, request } from "../../shared/api";
import { ago, ticking } from "../../shared/clock";
import { tell } from "../../shared/notices";
import { unsureCards } from "../../shared/unsure";
import { Text } from "../forms/fields";
import { Form } from "../forms/form";
import { Signatures, signing, useSigners } from "../forms/signatures";
import { go } from "../route";
import { Attach } from "./attach";
import { DeviceState, mayManage } from "./devices";
import { Wish } from "./wish";
import { type Device, dialectName, hasSerials, roleName, type SignedPlaces } from "./words";

interface Props {
  device: Device;
  devices: readonly Device[];
  signedPlaces: SignedPlaces;
  done: () => Promise<void>;
}

export function OneDevice(props: Props) {
  return (
    <>
      <Facts device={props.device} />
      {mayManage() && (
        <>
          {hasSerials(props.device) && <Bind {...props} />}
          <Wish device={props.device} />
          <details class="panel">
            <summary>Another table, line or dialect</summary>
            <Attach {...props} />
          </details>
          <Detach {...props} />
        </>
      )}
    </>
  );
}

function Facts({ device }: { device: Device }) {
  void ticking.value;
  const since = (us: number | null) => (us === null ? "never, as far as is known here" : `${ago(us)} ago`);
  const facts: readonly [string, ComponentChildren][] = [
    ["State", <DeviceState device={device} />],
    ["Why", device.why],
    ["Table", device.table],
    ["What it is", `${roleName(device.role)}, ${dialectName(device.dialect)}`],
    ["Line", device.url],
    ["Bound serial numbers", device.serials.join(", ") || (hasSerials(device) ? "none: bind it, or nothing it tells is played" : "")],
    ["It says that it is", device.named],
    ["Last heard", since(device.last_byte_us)],
    ["Last report", since(device.last_report_us)],
    ["Not sure", device.unsure ? unsureCards(device.unsure) : ""],
    ["Last noted", device.noted],
  ];
  return (
    <header class="panel">
      <h2>{device.name}</h2>
      <dl class="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
      </dl>
    </header>
  );
}

function Bind({ device, done }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const offered = device.named && !device.serials.includes(device.named) ? device.named : "";
  const serial = typed ?? offered;
  const signers = useSigners();
  const send = async (id: string) => {
    await signing(signers, (signed_by) =>
      request("post", "/api/v1/devices/{name}/bindings", { path: { name: device.name }, body: { id, serial: serial.trim(), signed_by } }),
    );
    tell(`${serial.trim()} is bound to ${device.name}.`);
    setTyped(null);
    await done();
  };
  return (
    <details class="panel" open={device.serials.length === 0 || offered !== ""}>
      <summary>Bind a serial number</summary>
      <Form action="Bind it" submit={send} disabled={!serial.trim()}>
        <div class="fields">
          <Text
            label="Serial number" value={serial} put={setTyped}
            hint={offered ? "The one that answers now says so. Compare it with the plate." : "As on the plate of the device"}
          />
        </div>
        <p class="dim">What the device of this number tells is played from now on.</p>
        <Signatures of={signers} note="Both have read the number on the plate." />
      </Form>
    </details>
  );
}

function Detach({ device, done }: Props) {
  const send = async () => {
    await remove("/api/v1/devices/{name}", { path: { name: device.name } });
    tell(`${device.name} is detached.`);
    await done();
    go("devices");
  };
  return (
    <section class="panel" aria-label="Detach">
      <Form
        action="Detach" submit={send}
        sure={`Table ${device.table} is without its ${roleName(device.role).toLowerCase()} at once, also in the middle of a round. Its serial numbers are forgotten, and two people sign before another device is read here.`}
      />
    </section>
  );
}
