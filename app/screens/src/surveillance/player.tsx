// The timeline is scrubbed with the arrow keys or the slider, and played at up to sixteen times its own pace.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { exactTimeOfDay } from "../shared/clock";
import { stopFollowing } from "./live";
import { current, events, goTo, index, step, stepRound, toEnd } from "./stretch";

const SPEEDS = [1, 2, 4, 8, 16];
/** Nobody waits for a pause of the table: it is shortened to this. */
const LONGEST_PAUSE_MS = 3000;
const speed = signal(4);
const playing = signal(false);
let timer = 0;

function schedule(): void {
  const now = current.value;
  const next = events.value[index.value + 1];
  const gap = now && next ? (next.at_us - now.at_us) / 1000 : 0;
  timer = setTimeout(() => void advance(), Math.min(Math.max(gap, 60), LONGEST_PAUSE_MS) / speed.value);
}

async function advance(): Promise<void> {
  if (!playing.value) return;
  if (await step(1)) schedule();
  else playing.value = false;
}

export function pause(): void {
  stopFollowing();
  playing.value = false;
  clearTimeout(timer);
}

/** Somebody points at an event: whatever goes on by itself stops. */
export function look(version: number): void {
  pause();
  goTo(version);
}

function toggle(): void {
  if (playing.value) return pause();
  playing.value = true;
  schedule();
}

const KEYS: Record<string, () => unknown> = {
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  PageDown: () => stepRound(1),
  PageUp: () => stepRound(-1),
  Home: () => toEnd(-1),
  End: () => toEnd(1),
  " ": toggle,
};

function pressed(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input:not([type=range]), select, textarea, dialog")) return;
  if (event.key === " " && target.closest("button, a")) return;
  const key = KEYS[event.key];
  if (!key) return;
  event.preventDefault();
  if (event.key !== " ") pause();
  void key();
}

export function Player() {
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => {
      removeEventListener("keydown", pressed);
      pause();
    };
  }, []);
  const at = current.value;
  return (
    <div class="player" role="group" aria-label="Timeline">
      <Key label="◀◀" name="Round before" press={() => stepRound(-1)} />
      <Key label="◀" name="Event before" press={() => step(-1)} />
      <button type="button" class="primary" onClick={toggle} aria-pressed={playing.value}>
        {playing.value ? "Pause" : "Play"}
      </button>
      <Key label="▶" name="Next event" press={() => step(1)} />
      <Key label="▶▶" name="Next round" press={() => stepRound(1)} />
      <label class="speed">
        Speed
        <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      <input
        type="range" aria-label="Event" min={0} max={Math.max(0, events.value.length - 1)} value={Math.max(0, index.value)}
        aria-valuetext={at ? `event ${at.version}: ${at.words}` : ""}
        onInput={(event) => {
          pause();
          const chosen = events.value[Number(event.currentTarget.value)];
          if (chosen) goTo(chosen.version);
        }}
      />
      <output class="clock">{at ? exactTimeOfDay(at.at_us) : ""}</output>
    </div>
  );
}

const Key = ({ label, name, press }: { label: string; name: string; press: () => Promise<unknown> }) => (
  <button
    type="button" aria-label={name} title={name}
    onClick={() => {
      pause();
      void press();
    }}
  >
    {label}
  </button>
);
