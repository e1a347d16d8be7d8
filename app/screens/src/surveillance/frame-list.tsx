// Hex beside what it says, the frames nearest to the event that is looked at.

import { useEffect, useRef } from "preact/hooks";
import { exactTimeOfDay } from "../shared/clock";
import { clocks, type DeviceClock, type Frame, frames } from "./frames";
import { current, type TimelineEvent } from "./stretch";

const SHOWN = 14;

function nearest(all: readonly Frame[], us: number): readonly Frame[] {
  const at = all.findIndex((frame) => frame.at_us >= us);
  const middle = at < 0 ? all.length : at;
  const first = Math.max(0, Math.min(middle - SHOWN / 2, all.length - SHOWN));
  return all.slice(first, first + SHOWN);
}

export function FrameList() {
  const at = current.value;
  const row = useRef<HTMLTableRowElement>(null);
  const all = frames.value;
  useEffect(() => row.current?.scrollIntoView({ block: "nearest" }), [at?.version, all]);
  if (!at) return null;
  const shown = nearest(all, at.recorded_us);
  const inSight = shown.find((frame) => isOf(at, frame)) ?? shown.find((frame) => frame.at_us >= at.recorded_us) ?? shown[shown.length - 1];
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
            <FrameRow key={`${frame.device}.${frame.n}`} frame={frame} mine={isOf(at, frame)} row={frame === inSight ? row : null} />
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

/** Whether the frame told what the event says. */
const isOf = (event: TimelineEvent, frame: Frame): boolean => frame.command !== null && frame.command === event.command;

interface RowProps {
  frame: Frame;
  mine: boolean;
  row: { current: HTMLTableRowElement | null } | null;
}

const FrameRow = ({ frame, mine, row }: RowProps) => (
  <tr ref={row} class={mine ? "is-mine" : ""}>
    <td class="mono">{exactTimeOfDay(frame.at_us)}</td>
    <td>{frame.device}</td>
    <td title={frame.sent ? "sent to the device" : "came from the device"}>{frame.sent ? "→" : "←"}</td>
    <td class="mono hex">{frame.frame === null ? "sealed: a card face down" : frame.frame.replace(/(..)/g, "$1 ")}</td>
    <td>{frame.decoded ?? frame.why ?? ""}</td>
  </tr>
);
