// Hex beside what it says, the frames nearest to the event that is looked at.

import { exactTimeOfDay } from "../shared/clock";
import { clocks, type DeviceClock, type Frame, frames } from "./frames";
import { current } from "./stretch";

const SHOWN = 14;

function nearest(all: readonly Frame[], us: number): readonly Frame[] {
  const at = all.findIndex((frame) => frame.at_us >= us);
  const middle = at < 0 ? all.length : at;
  const first = Math.max(0, Math.min(middle - SHOWN / 2, all.length - SHOWN));
  return all.slice(first, first + SHOWN);
}

export function FrameList() {
  const at = current.value;
  if (!at) return null;
  const shown = nearest(frames.value, at.recorded_us);
  return (
    <section class="frames" aria-label="Device frames" tabIndex={0}>
      <h2>Device frames</h2>
      {clocks.value.map((clock) => (
        <p key={clock.device} class="dim">
          {clockWords(clock)}
        </p>
      ))}
      {shown.length === 0 && <p class="dim">No device said anything here: its cards were typed, or the table had no line.</p>}
      <table>
        <tbody>
          {shown.map((frame) => (
            <FrameRow key={`${frame.device}.${frame.n}`} frame={frame} mine={frame.command !== null && frame.command === at.command} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function clockWords(clock: DeviceClock): string {
  if (clock.greatest_us === null) return `${clock.device}: its frames carry no time of their own.`;
  const ms = clock.greatest_us / 1000;
  return `${clock.device}: its clock is ${Math.abs(ms).toFixed(1)} ms ${ms < 0 ? "behind" : "ahead of"} the server's (${clock.timed} frames).`;
}

const FrameRow = ({ frame, mine }: { frame: Frame; mine: boolean }) => (
  <tr class={mine ? "is-mine" : ""}>
    <td class="mono">{exactTimeOfDay(frame.at_us)}</td>
    <td>{frame.device}</td>
    <td title={frame.sent ? "sent to the device" : "came from the device"}>{frame.sent ? "→" : "←"}</td>
    <td class="mono hex">{frame.frame === null ? "sealed: a card face down" : frame.frame.replace(/(..)/g, "$1 ")}</td>
    <td>{frame.decoded ?? frame.why ?? ""}</td>
  </tr>
);
