// Devices: which there are and how they are, what is done about one, and new ones.

import { get } from "../../shared/api";
import { ago, ticking } from "../../shared/clock";
import { finds } from "../../shared/roles";
import { useAsked } from "../forms/asked";
import { Told, TwoParts } from "../forms/two-parts";
import { Link } from "../link";
import type { TabProps } from "../tabs";
import { Attach } from "./attach";
import { OneDevice } from "./one-device";
import { type Device, roleName, stateOf } from "./words";

/** No device has this name. */
const NEW = "+";
export const mayManage = (): boolean => finds("attaching devices");

export default function Devices({ rest: [chosen] }: TabProps) {
  const asked = useAsked("devices", () => get("/api/v1/devices"), 1000);
  return (
    <>
      <header class="tab-head">
        <h1>Devices</h1>
        {mayManage() && (
          <Link to={["devices", NEW]} class="as-button primary">
            Attach a device
          </Link>
        )}
      </header>
      <Told of={asked}>
        {({ devices, signed_places }) => {
          const device = devices.find((each) => each.name === chosen);
          return (
            <TwoParts
              list={<Listed devices={devices} chosen={chosen} />}
              chosen={
                <>
                  {chosen === NEW && mayManage() && <Attach devices={devices} signedPlaces={signed_places} done={asked.again} />}
                  {device && <OneDevice key={device.name} device={device} devices={devices} signedPlaces={signed_places} done={asked.again} />}
                  {chosen !== undefined && chosen !== NEW && !device && <p role="alert">There is no device {chosen}.</p>}
                </>
              }
            />
          );
        }}
      </Told>
    </>
  );
}

function Listed({ devices, chosen }: { devices: readonly Device[]; chosen: string | undefined }) {
  void ticking.value;
  return (
    <ul class="choices" aria-label="Devices">
      {devices.length === 0 && <li class="dim">No device is attached.</li>}
      {devices.map((device) => (
        <li key={device.name}>
          <Link to={["devices", device.name]} current={device.name === chosen}>
            <span>
              <strong>{device.name}</strong> <span class="dim">{roleName(device.role)}, table {device.table}</span>
            </span>
            <DeviceState device={device} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function DeviceState({ device }: { device: Device }) {
  const { words, good } = stateOf(device);
  return (
    <span class={good === null ? "dim" : good ? "good" : "bad"}>
      {good === null ? "" : good ? "✓ " : "✕ "}
      {words}
      {device.since_us !== null && <span class="dim"> for {ago(device.since_us)}</span>}
    </span>
  );
}
