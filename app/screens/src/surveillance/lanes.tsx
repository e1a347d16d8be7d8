// The round in lanes, one mark for each event, by time; a mark is a button. What the devices' lines carried is a lane of
// its own.

import { LANE } from "../generated/words-of-lane";
import { timeOfDay } from "../shared/clock";
import { frames } from "./frames";
import { look } from "./player";
import { current, round, type TimelineEvent } from "./stretch";

const WIDTH = 1000;
const HEIGHT = 22;

export function Lanes() {
  const shown = round.value;
  if (shown.length === 0) return null;
  const first = shown[0]!.at_us;
  const last = Math.max(first + 1, shown[shown.length - 1]!.at_us);
  const x = (us: number) => ((us - first) / (last - first)) * (WIDTH - 16) + 8;
  return (
    <div class="lanes" aria-label="Lanes">
      {Object.entries(LANE).map(([lane, name]) => (
        <Lane key={lane} name={name} lane={lane} events={shown.filter((event) => event.lane === lane)} x={x} />
      ))}
      <div class="lane">
        <span>Frames</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {frames.value
            .filter((frame) => frame.at_us >= first && frame.at_us <= last)
            .map((frame) => (
              <rect key={`${frame.device}.${frame.n}`} class="tick" x={x(frame.at_us)} y={frame.sent ? 12 : 4} width="2" height="6" />
            ))}
          <Cursor x={x} />
        </svg>
      </div>
      <div class="lane scale dim">
        <span />
        <p>
          <span>{timeOfDay(first)}</span>
          <span>{timeOfDay(last)}</span>
        </p>
      </div>
    </div>
  );
}

interface LaneProps {
  name: string;
  lane: string;
  events: readonly TimelineEvent[];
  x: (us: number) => number;
}

const Lane = ({ name, lane, events, x }: LaneProps) => (
  <div class={`lane lane-${lane}`}>
    <span>
      {name} <small class="dim">{events.length}</small>
    </span>
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="presentation">
      {events.map((event) => (
        <rect
          key={event.version} class="mark" x={x(event.at_us) - 3} y="3" width="6" height={HEIGHT - 6}
          onClick={() => look(event.version)}
        >
          <title>{event.words}</title>
        </rect>
      ))}
      <Cursor x={x} />
    </svg>
  </div>
);

const Cursor = ({ x }: { x: (us: number) => number }) => {
  const at = current.value;
  return at ? <line class="cursor" x1={x(at.at_us)} x2={x(at.at_us)} y1="0" y2={HEIGHT} /> : null;
};
