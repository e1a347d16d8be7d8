// The table's devices: always there small, large at a tap, with what to do when one is lost.

import { computed, signal } from "@preact/signals";
import { ago, serverNow, ticking } from "../../shared/clock";
import { Dialog } from "../../shared/dialog";
import type { DeviceShown } from "../../shared/table-feed";
import { unsureCards } from "../../shared/unsure";
import { Tap } from "../tap";
import { feed } from "../terminal";
import { inWordsOf } from "../words";

export const devices = computed(() => feed.value?.devices.value ?? []);
export const works = (device: DeviceShown): boolean => device.connected && device.state === "running";
const DEALS = ["shoe", "continuous"];
const dealing = computed(() => devices.value.filter((each) => DEALS.includes(each.role ?? "")));
export const readerWorks = computed(() => devices.value.some((each) => each.role === "reader" && works(each)));
/** Whether the dealer wants to key cards though the shoe works. */
export const padAsked = signal(false);
/** The pad is there where no shoe tells the cards, and where it is asked for. */
export const padWanted = computed<"" | "asked" | "lost">(() =>
  padAsked.value ? "asked" : dealing.value.some(works) ? "" : "lost",
);
/** The question of a round's first card, which is keyed. */
export const firstByHand = signal("");
const large = signal(false);

const WHAT_TO_DO: Record<string, string> = {
  shoe: "Go on by keying each card. Look at the shoe's plug and its lamp; call the supervisor.",
  continuous: "Go on by keying each card. Look at the machine's plug and its lamp; call the supervisor.",
  shuffler: "Finish the round from the shoe. Then shuffle by hand, or call the supervisor.",
  reader: "Say what the reader showed by hand. If it showed nothing, call the supervisor.",
};

export function DeviceChips() {
  return (
    <Tap name="devices" local class="tool device-tool" onTap={() => (large.value = true)}>
      <span class="hidden-from-sight">Devices: </span>
      {dealing.value.length === 0 && <span class="device-chip none">no shoe: key cards</span>}
      {devices.value.map((each) => (
        <span key={each.name} class={`device-chip ${works(each) ? "good" : "bad"}`}>
          {works(each) ? "●" : "✕"} {inWordsOf(each.role ?? each.name)} {works(each) ? age(each) : `lost ${ago(each.since_us)}`}
          {each.unsure ? ` ${each.unsure} unsure` : ""}
        </span>
      ))}
    </Tap>
  );
}

/** When it was last heard; that is told every five seconds at most, so that less says nothing. */
function age(device: DeviceShown): string {
  void ticking.value;
  const silent = device.heard_us === null ? 0 : serverNow() - device.heard_us / 1000;
  return silent > 10_000 ? ago(device.heard_us!) : "";
}

export function DevicesLarge() {
  if (!large.value) return null;
  return (
    <Dialog title="Devices of this table" close={() => (large.value = false)} class="devices-large">
      {devices.value.length === 0 && <p>This table has no device: every card is keyed by hand.</p>}
      {devices.value.map((each) => (
        <Device key={each.name} device={each} />
      ))}
    </Dialog>
  );
}

function Device({ device }: { device: DeviceShown }) {
  const good = works(device);
  return (
    <section class={`device ${good ? "good" : "bad"}`}>
      <h3>
        {good ? "●" : "✕"} {inWordsOf(device.role ?? "device")} <span class="dim">{device.name}</span>
      </h3>
      <p>
        {good ? "Works" : inWordsOf(device.connected ? device.state : "not connected")} for {ago(device.since_us)}
        {device.why ? `: ${device.why}` : ""}. {device.heard_us ? `Last heard ${ago(device.heard_us)} ago.` : "Never heard."}
      </p>
      {device.unsure ? <p>{unsureCards(device.unsure)}.</p> : null}
      {!good && <p class="what-to-do">{WHAT_TO_DO[device.role ?? ""] ?? "Call the supervisor."}</p>}
    </section>
  );
}
